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

const filesOf = (entry: string) => readWithImports(path.join(folder, `${entry}.js`))

test('imports of imports are found', () => expect(filesOf('main').size).toBeGreaterThan(2))

test.each(['main', 'environment', 'ops', 'offline'])(
  '%s.js imports the embedded PostgreSQL only on demand',
  (entry) => {
    const files = filesOf(entry)
    expect([...files].filter(([, text]) => text.includes('initdb'))).toEqual([])
  },
)

test('the build has the embedded PostgreSQL, for the demo', () => {
  const chunks = fs.readdirSync(path.join(folder, 'chunks')).filter((name) => name.endsWith('.js'))
  const texts = chunks.map((name) => fs.readFileSync(path.join(folder, 'chunks', name), 'utf8'))
  expect(texts.some((text) => text.includes('initdb'))).toBe(true)
})
