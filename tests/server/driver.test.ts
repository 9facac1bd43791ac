// The bundles contain the patched driver and refuse an unpatched one.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'

/** Inside the project, because the bundles resolve packages from its node_modules. */
const copy = path.resolve('.cache/unpatched-build')
const MARK = 'dealdwaarPatch: 1'
const NO_MARK = 'dealdwaarPatch: 0'
const IMPORTS_DRIVER =
  /^(?:import|export)\b.*\sfrom\s["'](?:postgres|drizzle-orm)\b|\b(?:import|require)\(["'](?:postgres|drizzle-orm)\b/m

function scriptsBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(folder, name))
}

beforeAll(() => ensureBuild())
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }))

test('both bundles contain the patched driver and import none at run time', () => {
  for (const bundle of ['build/server', 'build/node']) {
    const texts = scriptsBelow(bundle).map((file) => fs.readFileSync(file, 'utf8'))
    expect(texts.filter((text) => text.includes(MARK)).length).toBe(1)
    expect(texts.some((text) => IMPORTS_DRIVER.test(text))).toBe(false)
  }
})

test('a server without the patch does not start, explains why and exits with 1', () => {
  fs.rmSync(copy, { recursive: true, force: true })
  fs.cpSync('build', copy, { recursive: true })
  for (const file of scriptsBelow(path.join(copy, 'node'))) {
    const text = fs.readFileSync(file, 'utf8')
    if (text.includes(MARK)) fs.writeFileSync(file, text.replace(MARK, NO_MARK))
  }
  const dataDir = path.join(copy, 'data')
  const ended = spawnSync(process.execPath, [path.join(copy, 'node/main.js')], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production', PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
  })
  expect([ended.status, ended.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database driver .* without the patch .*npm run build/) as string,
  ])
  expect(fs.existsSync(dataDir)).toBe(false)
})

test('the app without the patch does not start under another server either', () => {
  const entry = path.join(copy, 'server/index.js')
  fs.writeFileSync(entry, fs.readFileSync(entry, 'utf8').replace(MARK, NO_MARK))
  const ended = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `await import(${JSON.stringify(entry)})`],
    {
      encoding: 'utf8',
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        EMBEDDED_DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c',
      },
    },
  )
  expect(ended.status).toBe(1)
  expect(ended.stderr).toContain('without the patch of this project')
})
