import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runMigrations, withLock } from '~/platform/db/migrate.server'
import { describeSchema, makeOldDatabase, scratchDatabase } from '../support/migrations'
import { readNewestMigration, openMonitorConnection, watchDatabase } from '~/platform/health.server'

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
async function readiness(newest = readNewestMigration('drizzle'), at = url.href) {
  const watch = openMonitorConnection(at)
  const answer = await watchDatabase(watch, newest).describeReadiness()
  await watch.end({ timeout: 1 })
  return answer
}

test('a server is not ready without a database, nor on one without migrations', async () => {
  expect(await readiness()).toBe('Unavailable: migrations')
  expect(await readiness(0, 'postgres://nobody@127.0.0.1:1/nothing')).toBe('Unavailable: database')
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
  const newest = readNewestMigration('drizzle')
  expect(await readiness(newest)).toBe('OK')
  expect(await readiness(newest - 1)).toBe('OK')
  expect(await readiness(newest + 1)).toBe('Unavailable: migrations')
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

describe('an older database', () => {
  const release = scratchDatabase()
  const older = scratchDatabase()

  test('of release 0.1.0 is upgraded to the schema of an empty one', async () => {
    await makeOldDatabase(release.client, '_images_of_feeds')
    await runMigrations(release.url, 'drizzle')
    const fresh = postgres(url.href, { max: 1 })
    expect(await describeSchema(release.client)).toEqual(await describeSchema(fresh))
    await fresh.end()
  })

  test('older than release 0.1.0 is refused with the release to start first, and is not changed', async () => {
    await makeOldDatabase(older.client, '_images_of_feeds')
    await older.client`DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)`
    await older.client`CREATE TABLE IF NOT EXISTS migration_lock (id smallint PRIMARY KEY)`
    const before = await describeSchema(older.client)
    await expect(runMigrations(older.url, 'drizzle')).rejects.toThrow(/release 0\.1\.0 \(commit e01d5e1\)/)
    expect(await describeSchema(older.client)).toEqual(before)
  })
})

describe('functions', () => {
  const { url: place, client } = scratchDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-functions-'))
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  test('are applied when their text changed; an older text is never applied again', async () => {
    fs.cpSync('drizzle', folder, { recursive: true })
    const file = path.join(folder, 'functions/refuse_guest.sql')
    const old = fs.readFileSync(file, 'utf8')
    const migrateWith = async (text: string) => {
      fs.writeFileSync(file, text)
      await runMigrations(place, folder)
      const [row] = await client<
        { body: string }[]
      >`SELECT prosrc AS body FROM pg_proc WHERE proname = 'refuse_guest'`
      return row!.body.includes('the visitor owns nothing') ? 'new' : 'old'
    }
    expect(await migrateWith(old)).toBe('old')
    const changed = old.replace('the guest owns nothing', 'the visitor owns nothing')
    expect(await migrateWith(changed)).toBe('new')
    expect(await migrateWith(old)).toBe('new')
  })

  test('whose results rows store are only made by migrations', async () => {
    const names = fs.readdirSync('drizzle/functions').map((file) => path.basename(file, '.sql'))
    const made = await client<{ name: string; returns: string }[]>`
      SELECT proname AS name, prorettype::regtype AS returns FROM pg_proc WHERE pronamespace = 'public'::regnamespace`
    const ofFiles = made.filter(({ name }) => names.includes(name))
    expect(ofFiles.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(ofFiles.filter(({ returns }) => !['trigger', 'void'].includes(returns))).toEqual([])
  })
})
