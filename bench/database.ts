import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { parseEnv } from '~/platform/config/env.server'
import { runMigrations } from '~/platform/db/migrate.server'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { startPostgres } from '../embedded/postgres'

export interface Bench {
  folder: string
  /** Creates a migrated database and returns its URL. */
  makeDatabase(name: string): Promise<string>
  environment(url: string): NodeJS.ProcessEnv
}

/** Stops PostgreSQL and removes its folder afterwards, also on Ctrl-C. `settings` of PostgreSQL: 'name=value'. */
export async function withBench<Result>(
  work: (bench: Bench) => Promise<Result>,
  settings: string[] = [],
): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-bench-'))
  // As root, PostgreSQL runs as another account.
  fs.chmodSync(folder, 0o755)
  const server = await startPostgres(folder, { settings })
  const clean = () => {
    server.stop()
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const leave = () => process.exit(130)
  process.once('exit', clean)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leave)
  const secrets = {
    SESSION_SECRET: randomBytes(32).toString('hex'),
    DATA_KEY: randomBytes(32).toString('hex'),
  }
  // Migrations and the crowd seal their rows with it.
  Object.assign(process.env, secrets)
  try {
    return await work({
      folder,
      async makeDatabase(name) {
        const sql = postgres(server.url, { max: 1 })
        await sql`CREATE DATABASE ${sql(name)}`
        await sql.end()
        const url = new URL(server.url)
        url.pathname = `/${name}`
        await runMigrations(url.href, 'drizzle')
        await writeFirstValues(url.href, parseEnv({}))
        return url.href
      },
      environment: (url) => ({ ...process.env, DATABASE_URL: '', EMBEDDED_DATABASE_URL: url, ...secrets }),
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, leave)
    process.off('exit', clean)
    clean()
  }
}
