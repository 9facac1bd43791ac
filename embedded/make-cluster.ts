import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Tools } from './tools'

/** Does nothing if the folder has one. Another process may make it at the same time. */
export function makeCluster(folder: string, { who, run }: Tools): void {
  if (fs.existsSync(path.join(folder, 'PG_VERSION'))) return
  const base = path.dirname(folder)
  fs.mkdirSync(base, { recursive: true })
  const draft = fs.mkdtempSync(path.join(base, '.postgres-'))
  const passwordFile = `${draft}.password`
  fs.writeFileSync(passwordFile, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 })
  if (who) for (const name of [draft, passwordFile]) fs.chownSync(name, who.uid, who.gid)
  const login = ['-U', 'app', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const made = run('initdb', ['-D', draft, ...login, ...locale])
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? String(made.stderr)}`)
  fs.renameSync(passwordFile, path.join(draft, 'app.password'))
  try {
    fs.renameSync(draft, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    fs.rmSync(draft, { recursive: true, force: true })
  }
}
