/** What the rules of ops/alerts.yml know about archiving and backups. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { env } from '~/platform/config/env.server'
import { readBackupAge, readLastBackup } from '~/domain/alerts/backup-age.server'
import { listAlertSources } from '~/domain/alerts/sources.server'
import { readMeasures } from '~/domain/alerts/measures.server'
import { closeDatabase } from '~/platform/db/client.server'
import { runMigrations } from '~/platform/db/migrate.server'
import { startPostgres } from '../../embedded/postgres'
import { makeDataDir } from '../support/servers'

vi.mock(import('~/platform/config/env.server'), async (load) => {
  const actual = await load()
  const own = { ...actual.env() }
  return { ...actual, env: () => own }
})
const given = { ...env() }
afterEach(() => void Object.assign(env(), given))

test('the age of the last backup is the age of the file last-backup, and before the first one that of the shop', async () => {
  const DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-age-'))
  onTestFinished(() => fs.rmSync(DATA_DIR, { recursive: true }))
  expect(await readBackupAge()).toEqual([])

  Object.assign(env(), { DATABASE_URL: 'postgres://x/y', DATA_DIR })
  const [never] = await readBackupAge()
  expect(never).toMatchObject({ name: 'dealdwaar_backup_age_seconds' })
  expect(never!.value).toBeLessThan(86_400)
  expect(await readLastBackup()).toMatchObject({ made: null })
  const sources = async () => (await listAlertSources()).filter(({ what }) => what === 'backup')
  expect(await sources()).toEqual([{ what: 'backup', last: null, state: null }])

  const hourAgo = Date.now() / 1000 - 3600
  fs.writeFileSync(path.join(DATA_DIR, 'last-backup'), '')
  fs.utimesSync(path.join(DATA_DIR, 'last-backup'), hourAgo, hourAgo)
  const [made] = await readBackupAge()
  expect(made!.value).toBeCloseTo(3600, -2)
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
  fs.utimesSync(path.join(DATA_DIR, 'last-backup'), twoDaysAgo, twoDaysAgo)
  expect(await sources()).toMatchObject([{ state: 'late', last: new Date(twoDaysAgo * 1000) }])
})

const archiving = async (read: typeof readMeasures) =>
  (await read({ database: true })).find(({ name }) => name === 'dealdwaar_archive_failing_seconds')?.value

test('without archive_mode there is no metric of archiving', async () => {
  const names = (await readMeasures({ database: true })).map(({ name }) => name)
  expect(names).toContain('dealdwaar_database_up')
  expect(await archiving(readMeasures)).toBeUndefined()
})

test('the time of failing archiving counts from the last success and ends with the next', async () => {
  const dataDir = makeDataDir()
  const postgres = await startPostgres(dataDir, { settings: ['archive_mode=on', 'archive_timeout=1'] })
  try {
    await runMigrations(postgres.url, 'drizzle')
    await closeDatabase()
    Object.assign(env(), { databaseUrl: postgres.url })
    vi.resetModules()
    const { db, closeDatabase: close } = await import('~/platform/db/client.server')
    const { readMeasures: read } = await import('~/domain/alerts/measures.server')
    // A reading is repeated for 15 s.
    vi.useFakeTimers({ toFake: ['performance'] })
    const later = () => {
      vi.advanceTimersByTime(20_000)
      return archiving(read)
    }
    const archiveBy = async (command: string) => {
      await db.execute(sql.raw(`ALTER SYSTEM SET archive_command = '${command}'`))
      await db.execute(sql`SELECT pg_reload_conf()`)
    }
    await archiveBy('/bin/false')
    await expect.poll(later, { timeout: 20_000 }).toBeGreaterThan(1)
    await archiveBy('/bin/true')
    await expect.poll(later, { timeout: 20_000 }).toBe(0)
    await close()
  } finally {
    vi.useRealTimers()
    postgres.stop('immediate')
    fs.rmSync(dataDir, { recursive: true })
  }
}, 90_000)
