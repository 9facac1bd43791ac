import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import postgres from 'postgres'
import { parseEnv } from '~/platform/config/env.server'
import { runMigrations } from '~/platform/db/migrate.server'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { startPostgres } from '../../embedded/postgres'
import { startReaper } from '../../scripts/reaper.mjs'
import { makeDataDir } from './servers'

export interface TestPostgres {
  /** Of a superuser. */
  url: string
  /** Name of a migrated database, which each file of tests copies. */
  template: string
  templateUrl: string
  close: () => Promise<void>
}

/** The server of TEST_POSTGRES_URL, which is left as it was found, or an embedded one for this run alone. */
export async function openTestPostgres(maxConnections?: number): Promise<TestPostgres> {
  startReaper()
  const given = process.env.TEST_POSTGRES_URL
  const { url, stop } = given ? { url: given, stop: () => {} } : await startOwn(maxConnections)
  const template = `template_${randomBytes(6).toString('hex')}`
  const templateUrl = new URL(url)
  templateUrl.pathname = `/${template}`
  const execute = async (statement: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    try {
      await sql.unsafe(statement)
    } finally {
      await sql.end()
    }
  }
  await execute(`CREATE DATABASE ${template}`)
  process.env.DATA_KEY ??= '0123456789abcdef'.repeat(4)
  await runMigrations(templateUrl.href, 'drizzle')
  await writeFirstValues(templateUrl.href, parseEnv({}))
  return {
    url,
    template,
    templateUrl: templateUrl.href,
    async close() {
      if (given) await execute(`DROP DATABASE ${template} WITH (FORCE)`)
      stop()
    },
  }
}

async function startOwn(maxConnections?: number) {
  const dataDir = makeDataDir()
  const server = await startPostgres(dataDir, {
    ...(maxConnections && { maxConnections }),
    // Durability is not needed, and without autovacuum plans depend only on statistics that a test requests.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  })
  const stop = () => {
    server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}
