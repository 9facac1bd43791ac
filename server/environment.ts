// Checked environment variables; in the demo also an embedded database and generated keys, kept in DATA_DIR.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { requirePatchedDriver } from '~/runtime/driver.server'
import { parseEnv, type Env } from '~/config/env.server'
import { log } from '~/runtime/log.server'
import { runMigrations } from './migrate'
import { startPostgres } from './postgres'

export interface Environment {
  env: Env
  url: string
  /** The database is the embedded one started here. Only such a database is seeded automatically. */
  isOurs: boolean
  migrate(): Promise<void>
  keepAlive(): void
  close(mode?: 'fast' | 'immediate'): void
}

/** Sets the demo's generated values in process.env. Throws an Error that names a wrong variable or a missing driver patch. */
export async function openEnvironment(migrations: string): Promise<Environment> {
  requirePatchedDriver()
  const given = parseEnv(process.env)
  let close: Environment['close'] = () => {}
  let keepAlive = () => {}
  const isOurs = given.demo && !given.EMBEDDED_DATABASE_URL
  if (isOurs) {
    const dataDir = path.resolve(given.DATA_DIR)
    makeFolder(dataDir)
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
  const runAll = () => runMigrations(url, migrations)
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
    fs.mkdirSync(dataDir, { recursive: true })
    fs.accessSync(dataDir, fs.constants.W_OK)
  } catch (error) {
    throw new Error(`DATA_DIR: cannot write to ${dataDir} (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
}

type Keys = Record<'SESSION_SECRET' | 'DATA_KEY', string>

/** Creates the keys once; linkSync makes two concurrent first starts agree on the same file. */
function readKeys(dataDir: string): Keys {
  const file = path.resolve(dataDir, 'keys.json')
  if (!fs.existsSync(file)) {
    const keys: Keys = {
      SESSION_SECRET: randomBytes(32).toString('base64url'),
      DATA_KEY: randomBytes(32).toString('hex'),
    }
    fs.mkdirSync(path.dirname(file), { recursive: true })
    const draft = `${file}.${process.pid}`
    fs.writeFileSync(draft, JSON.stringify(keys, null, 2), { mode: 0o600 })
    try {
      fs.linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    fs.rmSync(draft)
  }
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Keys
}
