import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'

const folder = path.resolve('build/node')

beforeAll(() => ensureBuild(), 300_000)

/** The file and all that it imports statically: what Node reads before the first line runs. */
function readWithImports(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found
  const text = fs.readFileSync(file, 'utf8')
  found.set(file, text)
  for (const [, specifier] of text.matchAll(/^(?:import|export)[^'"()]*['"](\.[^'"]+)['"]/gm))
    readWithImports(path.resolve(path.dirname(file), specifier!), found)
  return found
}

const listFiles = (entry: string) => readWithImports(path.join(folder, `${entry}.js`))

test('imports of imports are found', () => expect(listFiles('main').size).toBeGreaterThan(2))

test.each(['main', 'environment', 'ops'])('%s.js imports the embedded PostgreSQL only on demand', (entry) => {
  const files = listFiles(entry)
  expect([...files].filter(([, text]) => text.includes('initdb'))).toEqual([])
})

test('the build has the embedded PostgreSQL, for the demo', () => {
  const chunks = fs.readdirSync(path.join(folder, 'chunks')).filter((name) => name.endsWith('.js'))
  const texts = chunks.map((name) => fs.readFileSync(path.join(folder, 'chunks', name), 'utf8'))
  expect(texts.some((text) => text.includes('initdb'))).toBe(true)
})

/** The heaviest two run the jobs of a server and make a whole shop. */
const HEAVY = ['work', 'demo']

test('a command loads at most 1,000 kB, and only what it needs', () => {
  const chunk = (name: string) => path.join(folder, 'chunks', name)
  const all = fs.readdirSync(path.join(folder, 'chunks'))
  const named = (name: string) =>
    chunk(all.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))!)
  const text = fs.readFileSync(named('run-command'), 'utf8')
  // Plain commands, and topics of operations.
  const commands = [...text.matchAll(/\(\) => (?:\(await )?import\("\.\/(([\w-]+)-[\w-]{8}\.js)"\)/g)]
  expect(commands.length).toBeGreaterThan(30)
  const heavy = commands.flatMap(([, file = '', name = '']) => {
    const files = [path.join(folder, 'ops.js'), named('run-command'), chunk(file)].reduce(
      (found, entry) => readWithImports(entry, found),
      new Map<string, string>(),
    )
    return Buffer.byteLength([...files.values()].join('')) > 1_000_000 ? [name] : []
  })
  expect(heavy.toSorted()).toEqual(HEAVY.toSorted())
})
