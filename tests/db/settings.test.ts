/** Settings of the database itself do not change what the application reads. */
import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, inject, test, vi } from 'vitest'
import { checkpoints as checkpointRows } from '~/platform/db/schema/ledger'
import { networkSettlements } from '~/platform/db/schema/settlements'
import { createSampleBooks } from '../books/corruptions/lifetime'

/** The modules as a new process loads them, with a new pool. */
async function startAnew() {
  await (await import('~/platform/db/client.server')).closeDatabase()
  Reflect.deleteProperty(globalThis, '__database')
  vi.resetModules()
}

const checkpoints = () => import('~/domain/books/checkpoints.server')
const { pathname } = new URL(process.env.EMBEDDED_DATABASE_URL!)

async function setOnDatabase(settings: Record<string, string>): Promise<void> {
  const admin = postgres(inject('postgresUrl'), { max: 1 })
  for (const [name, value] of Object.entries(settings))
    await admin.unsafe(`ALTER DATABASE ${pathname.slice(1)} SET ${name} TO ${value}`)
  await admin.end()
}

test('checkpoints stay valid in a database with other DateStyle, time zone and float settings', async () => {
  await createSampleBooks()
  const made = await (await checkpoints()).makeCheckpoint()
  expect(made!.id).toBe(1)
  await setOnDatabase({
    DateStyle: `'German, DMY'`,
    TimeZone: `'Asia/Kolkata'`,
    IntervalStyle: 'sql_standard',
    extra_float_digits: '-15',
    bytea_output: 'escape',
  })
  await startAnew()

  const { makeCheckpoint } = await checkpoints()
  const { findRewrites } = await import('~/domain/books/checkpoints.server')
  expect(await findRewrites()).toEqual([])
  expect(await makeCheckpoint()).toMatchObject({ id: 2, previous: made!.hash })
  expect(await findRewrites()).toEqual([])

  const { db } = await import('~/platform/db/client.server')
  const [first] = await db.select().from(checkpointRows).orderBy(checkpointRows.id).limit(1)
  expect(first!.made_at.toISOString()).toBe(made!.made_at)
  const [paid] = await db.select().from(networkSettlements).where(eq(networkSettlements.kind, 'payment'))
  expect(paid!.paid_on).toBe('2026-11-21')
})
