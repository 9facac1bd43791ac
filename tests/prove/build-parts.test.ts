import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const folder = `.cache/build-parts-${process.pid}`
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const build = (parts: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { ensureBuild } from './scripts/build.mjs'; await ensureBuild({ parts: ${JSON.stringify(parts)} })`,
    ],
    { env: { ...process.env, BUILD_DIR: folder } },
  )

const exists = (name: string) => fs.existsSync(path.join(folder, name))

test('pages that are built after the commands leave them in place, also when two processes build', async () => {
  await build(['commands'])
  expect(exists('node/ops.js')).toBe(true)
  await Promise.all([build(['pages']), build(['commands', 'pages'])])
  expect(
    ['node/run.js', 'node/ops.js', 'server/index.js', 'client/assets'].filter((name) => !exists(name)),
  ).toEqual([])
  expect(fs.readdirSync(folder).filter((name) => name.includes('.lock'))).toEqual([])
}, 600_000)
