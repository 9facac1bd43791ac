import path from 'node:path'
import { env } from '~/platform/config/env.server'
import { RefusalError } from '~/desk/refusal'
import { noneChosen } from '../environment/chosen'
import { printError } from './terminal'

/** Modules open the pool when they are loaded, even for --help, which needs no database. */
const NONE = 'postgres://none.invalid/none'

/** Call it before the commands' modules are loaded. */
export function allowNoDatabase(): void {
  if (!process.env.DATABASE_URL) process.env.EMBEDDED_DATABASE_URL ||= NONE
}

/** Throws RefusalError if there is no database. */
export function printDatabase(): void {
  const { DATABASE_URL, databaseUrl } = env()
  if (!databaseUrl || databaseUrl === NONE) throw new RefusalError(noneChosen(env()))
  if (DATABASE_URL) printError(`database: ${describeUrl(DATABASE_URL)}`)
  else printDemo()
}

const printDemo = () => printError(`DEMO database in ${path.resolve(env().DATA_DIR)}`)

/** Leaves out the role and its password. */
export function describeUrl(url: string): string {
  const { pathname, hostname, port } = new URL(url)
  // An unescaped / in the password makes the rest of the password a part of the path.
  if (!/^\/[\w.-]+$/.test(pathname)) return 'the one of DATABASE_URL'
  return `${pathname.slice(1)} at ${hostname}:${port || 5432}`
}
