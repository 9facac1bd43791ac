// Makes old-schema.sql.gz and old-version.sql.gz again from the code of release 0.1.0 and of commit 030c137 (README.md).
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const COMMIT = '030c137'
const RELEASE = 'e01d5e1'
const here = import.meta.dirname
const root = path.join(here, '../..')

/** All migrations of a version, and what drizzle notes of them. @param {string} folder its drizzle/ */
function readSchema(folder) {
  const journal = JSON.parse(fs.readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))
  /** @type {{ tag: string, when: number }[]} */
  const entries = journal.entries
  const migrations = entries.map(({ tag, when }) => {
    const text = fs.readFileSync(path.join(folder, `${tag}.sql`), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    return `${text.trimEnd()};\nINSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('${hash}', ${when});`
  })
  return [
    'CREATE SCHEMA drizzle;',
    'CREATE TABLE drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);',
    ...migrations,
    '',
  ].join('\n')
}

/** @param {string} name @param {string | Buffer} content */
const writeZipped = (name, content) =>
  fs.writeFileSync(path.join(here, name), gzipSync(content, { level: 9 }))

/** @param {string} commit @param {string} folder */
function unpack(commit, folder) {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
}

const code = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-old-'))
const old = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-release-'))
try {
  unpack(COMMIT, code)
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
  unpack(RELEASE, old)
  writeZipped('old-schema.sql.gz', readSchema(path.join(old, 'drizzle')))
  writeZipped('old-version.sql.gz', fs.readFileSync(file))
} finally {
  for (const folder of [code, old]) fs.rmSync(folder, { recursive: true, force: true })
}
