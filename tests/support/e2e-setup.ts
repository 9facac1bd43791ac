import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { ensureBuild } from '../../scripts/build.mjs'
import { runMigrations } from '~/db/migrate.server'
import { startPostgres } from '../../embedded/postgres'
import { makeDataDir } from './servers'

export const TEMPLATE = 'template_demo'
/** Files in tests/e2e/feeds; journey.json is imported by its test. */
const FEEDS = ['guests', 'header', 'kesar']

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
  const env = { ...process.env, ...demoEnvironment(template.href) }
  const ops = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join('build', 'node/ops.js'), ...args], { env })
  await ops('demo', 'seed')
  for (const feed of FEEDS) await ops('catalogue', 'import', `tests/e2e/feeds/${feed}.json`)
  return () => {
    server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

export const demoEnvironment = (url: string) => ({
  EMBEDDED_DATABASE_URL: url,
  SESSION_SECRET: process.env.E2E_SESSION_SECRET,
  DATA_KEY: process.env.E2E_DATA_KEY,
  // Tests change the catalogue and look at once.
  PAGE_CACHE_MB: '0',
})
