import path from 'node:path'
import { env } from '~/config/env.server'
import { noneChosen } from '../environment/chosen'
import { RefusedCommand, sayError } from './terminal'

/** Modules open the pool when they are loaded, also for --help, which asks nothing of it. */
const NONE = 'postgres://none.invalid/none'

/** Call it before the commands' modules are loaded. */
export function allowNoDatabase(): void {
  if (!process.env.DATABASE_URL) process.env.EMBEDDED_DATABASE_URL ||= NONE
}

/** Throws RefusedCommand if there is none. */
export function sayDatabase(): void {
  const { DATABASE_URL, databaseUrl } = env()
  if (!databaseUrl || databaseUrl === NONE) throw new RefusedCommand(noneChosen(env()))
  if (DATABASE_URL) sayError(`database: ${describeUrl(DATABASE_URL)}`)
  else sayDemo()
}

const sayDemo = () => sayError(`DEMO database in ${path.resolve(env().DATA_DIR)}`)

/** Without the role and its password. */
export function describeUrl(url: string): string {
  const { pathname, hostname, port } = new URL(url)
  // An unescaped / in the password makes the rest of it a part of the path.
  if (!/^\/[\w.-]+$/.test(pathname)) return 'the one of DATABASE_URL'
  return `${pathname.slice(1)} at ${hostname}:${port || 5432}`
}
