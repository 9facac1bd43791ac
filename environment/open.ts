import fs from 'node:fs'
import path from 'node:path'
import { requirePatchedDriver } from '~/platform/driver.server'
import { parseEnv, type Env } from '~/platform/config/env.server'
import { log } from '~/platform/log.server'
import { runMigrations } from '~/platform/db/migrate.server'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { describeIneffectiveVariable } from '~/domain/settings/current-values'
import { readKeys } from './keys'

export { requireChosen } from './chosen'

export interface Environment {
  env: Env
  url: string
  /** True if this process started the embedded database; only then is it seeded. */
  isOurs: boolean
  migrate: () => Promise<void>
  keepAlive(): void
  close(mode?: 'fast' | 'immediate'): void
}

/** Sets process.env for the demo. Throws if a variable is invalid or the driver's patch is missing. */
export async function openEnvironment(
  migrations: string,
  loadEmbedded = () => import('../embedded/postgres'),
): Promise<Environment> {
  requirePatchedDriver()
  const given = parseEnv(process.env)
  let close: Environment['close'] = () => {}
  let keepAlive = () => {}
  const isOurs = given.demo && !given.EMBEDDED_DATABASE_URL
  if (isOurs) {
    const dataDir = path.resolve(given.DATA_DIR)
    makeFolder(dataDir)
    const { startPostgres } = await loadEmbedded()
    const postgres = await startPostgres(dataDir)
    process.env.EMBEDDED_DATABASE_URL = postgres.url
    close = (mode) => postgres.stop(mode)
    keepAlive = () =>
      postgres.keepAlive((event) => log(event === 'started again' ? 'info' : 'warn', DATABASE_EVENTS[event]))
  }
  if (given.demo)
    for (const [name, key] of Object.entries(readKeys(given.DATA_DIR))) process.env[name] ||= key
  const env = parseEnv(process.env)
  if (!env.databaseUrl) throw new Error('DATABASE_URL: not set')
  const url = env.databaseUrl
  const runAll = async () => {
    // A restart may have other variables than the start.
    const now = parseEnv(process.env)
    const url = now.databaseUrl!
    await runMigrations(url, migrations)
    for (const variable of await writeFirstValues(url, now))
      log('warn', describeIneffectiveVariable(variable))
  }
  try {
    await runAll()
  } catch (error) {
    close()
    throw error
  }
  return { env, url, isOurs, migrate: runAll, keepAlive, close }
}

const DATABASE_EVENTS = {
  died: 'the database died',
  'started again': 'the database was started again',
  'does not start': 'the database does not start; it will be tried again',
}

function makeFolder(dataDir: string): void {
  try {
    // The database's account, which has no rights of root, must be able to enter the folder.
    fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    fs.accessSync(dataDir, fs.constants.W_OK)
  } catch (error) {
    throw new Error(`DATA_DIR: cannot write to ${dataDir} (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
}
