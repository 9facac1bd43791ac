/** One PostgreSQL for a run of the browser tests, with a template of the demo: migrated, seeded, copied by each worker. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { ensureBuild } from '../../scripts/build.mjs'
import { runMigrations } from '../../server/migrate'
import { startPostgres } from '../../server/postgres'
import { makeDataDir } from './servers'

export const TEMPLATE = 'template_demo'

export default async function setup() {
  await ensureBuild()
  const dataDir = makeDataDir()
  const server = await startPostgres(dataDir, {
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  })
  process.env.E2E_POSTGRES = server.url
  process.env.E2E_SESSION_SECRET = randomBytes(32).toString('hex')
  process.env.E2E_DATA_KEY = randomBytes(32).toString('hex')
  const sql = postgres(server.url, { max: 1 })
  await sql.unsafe(`CREATE DATABASE ${TEMPLATE}`)
  await sql.end()
  const template = new URL(server.url)
  template.pathname = `/${TEMPLATE}`
  await runMigrations(template.href, 'drizzle')
  await promisify(execFile)(process.execPath, [path.join('build', 'node/ops.js'), 'demo', 'seed'], {
    env: { ...process.env, ...demoEnvironment(template.href) },
  })
  return () => {
    server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What a process of the demo needs to work on a database of this run. */
export const demoEnvironment = (url: string) => ({
  EMBEDDED_DATABASE_URL: url,
  SESSION_SECRET: process.env.E2E_SESSION_SECRET,
  DATA_KEY: process.env.E2E_DATA_KEY,
})
