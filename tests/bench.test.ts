import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'

test('npm run bench lists every bench', () => {
  const found = fs
    .readdirSync('bench')
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /^export async function run\(/m.test(fs.readFileSync(`bench/${name}`, 'utf8')))
    .map((name) => name.replace(/\.ts$/, ''))
  const help = execFileSync(process.execPath, ['scripts/bench.mjs', '--help'], { encoding: 'utf8' })
  const listed = [...help.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name)
  expect(listed).toEqual(found)
  expect(found.length).toBeGreaterThan(5)
})
