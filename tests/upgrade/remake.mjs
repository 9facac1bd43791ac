// Makes old-version.sql.gz anew from the code of commit 030c137 (README.md).
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const COMMIT = '030c137'
const here = import.meta.dirname
const root = path.join(here, '../..')
const code = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-old-'))
try {
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: root, maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', code], { input: archive })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(code, 'node_modules'))
  const folder = path.join(code, 'tests/upgrade/at-030c137')
  fs.cpSync(path.join(here, 'at-030c137'), folder, { recursive: true })
  fs.renameSync(path.join(folder, 'make.ts'), path.join(folder, 'make.test.ts'))
  const file = path.join(code, 'old-version.sql')
  execFileSync('node_modules/.bin/vitest', ['run', 'tests/upgrade'], {
    cwd: code,
    stdio: 'inherit',
    env: {
      ...process.env,
      OLD_VERSION_SQL: file,
      HOLDING_DAYS: '30',
      GST_RATE: '18',
      FOUR_EYES_ABOVE: '500',
      CLICKS_PER_HOUR: '1000',
    },
  })
  fs.writeFileSync(path.join(here, 'old-version.sql.gz'), gzipSync(fs.readFileSync(file), { level: 9 }))
} finally {
  fs.rmSync(code, { recursive: true, force: true })
}
