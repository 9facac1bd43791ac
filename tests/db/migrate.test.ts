import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runMigrations, withLock } from '~/db/migrate.server'
import { newestMigration, openWatch, watchDatabase } from '../../server/health'

const name = `migrate_${randomBytes(6).toString('hex')}`
const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
const url = new URL(inject('postgresUrl'))
url.pathname = `/${name}`

beforeAll(() => admin.unsafe(`CREATE DATABASE ${name}`))
afterAll(async () => {
  await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
})

test('nodes starting at once all get the migration lock', async () => {
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  let turns = 0
  for (let round = 0; round < 30; round++) {
    await sql`DROP TABLE IF EXISTS migration_lock`
    const node = () => withLock(url.href, 'seed', async () => void turns++)
    await Promise.all(Array.from({ length: 8 }, node))
  }
  expect(turns).toBe(240)
  await sql.end()
})

/** As a server that has just started sees it. */
async function whyUnready(newest = newestMigration('drizzle'), at = url.href) {
  const watch = openWatch(at)
  const why = await watchDatabase(watch, newest).whyUnready()
  await watch.end({ timeout: 1 })
  return why
}

test('a server is not ready without a database, nor on one without migrations', async () => {
  expect(await whyUnready()).toBe('migrations')
  expect(await whyUnready(0, 'postgres://nobody@127.0.0.1:1/nothing')).toBe('database')
})

test('six nodes starting at once migrate an empty database once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => runMigrations(url.href, 'drizzle')))
  const sql = postgres(url.href, { max: 1 })
  const applied = await sql`SELECT hash FROM drizzle.__drizzle_migrations`
  expect(new Set(applied.map((row) => row.hash as string)).size).toBe(applied.length)
  const [guest] = await sql`SELECT username FROM users WHERE id = 9`
  expect(guest).toEqual({ username: 'Guest' })
  await sql.end()
})

test('a server is ready on its own schema and on a newer one, and not on an older one', async () => {
  const newest = newestMigration('drizzle')
  expect(await whyUnready(newest)).toBeNull()
  expect(await whyUnready(newest - 1)).toBeNull()
  expect(await whyUnready(newest + 1)).toBe('migrations')
})

/** Holds the migration lock like a node that is migrating. */
const HOLDER = `
  import postgres from 'postgres'
  const sql = postgres(process.argv[1], { max: 1 })
  await sql.begin(async (tx) => {
    await tx\`SELECT id FROM migration_lock WHERE id = 1 FOR UPDATE\`
    console.log('held')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })`

test('a node killed while migrating leaves no lock', async () => {
  const node = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, url.href], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(node.stdout, 'data')
  let migrated = false
  const second = runMigrations(url.href, 'drizzle').then(() => (migrated = true))
  const waits = () => admin`
    SELECT 1 FROM pg_stat_activity WHERE datname = ${name} AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await waits()).length).toBe(1)
  expect(migrated).toBe(false)
  node.kill('SIGKILL')
  expect(await second).toBe(true)
})
