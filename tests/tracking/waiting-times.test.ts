import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { selectWaits } from '~/domain/catalog/waits.server'
import type { CountedWaits } from '~/domain/catalog/waits'
import { db } from '~/platform/db/client.server'
import { jobs } from '~/platform/db/schema/operations'
import { waitingTimes } from '~/platform/db/schema/waiting-times'
import { DAY_MS } from '~/platform/formats/dates'
import { computeWaits, computeWaitsIfDue } from '~/domain/tracking/waiting-times.server'
import { makeOffer } from '../wallet/support'
import { HISTORIES, simulate, type SimulatedSale } from './histories'

const NIGHT = new Date('2026-06-14T22:00:00Z')
const dayLater = (days: number) => new Date(NIGHT.getTime() + days * DAY_MS)

let serial = 0

/** A new store on a network of that name with these sales. */
async function addStoreWithSales(sales: SimulatedSale[], network = `network-${++serial}`) {
  const { id, brand_id } = await makeOffer({ network })
  const rows = sales.map(({ tracked, waited }) => ({
    id: `${network}-${++serial}`,
    visited: dayLater(tracked - 0.5),
    tracked: dayLater(tracked),
    decided: waited === null ? null : new Date(dayLater(tracked).getTime() + waited * DAY_MS),
  }))
  await db.execute(sql`
    WITH given AS (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
                     AS g (id text, visited timestamptz, tracked timestamptz, decided timestamptz)),
         visits AS (INSERT INTO clicks (id, user_id, campaign_id, network, payout_model, currency, visitor_hash, created_at)
                    SELECT id, 9, ${id}::bigint, ${network}, 'percentage', 'Rs.', 'v', visited FROM given RETURNING id)
    INSERT INTO conversions (network, external_id, click_id, user_id, campaign_id, status, created_at, updated_at)
    SELECT ${network}, id, id, 9, ${id}::bigint, CASE WHEN decided IS NULL THEN 'pending' ELSE 'approved' END, tracked,
           coalesce(decided, tracked) FROM given JOIN visits USING (id)`)
  return { storeId: brand_id, network }
}

async function readRow(storeId: number, step: 'track' | 'confirm' = 'confirm') {
  const rows = await db.select().from(waitingTimes).where(eq(waitingTimes.store_id, storeId))
  return rows.find((row) => row.step === step) ?? null
}

const forgetNights = () => db.execute(sql`TRUNCATE waiting_times`)

/** As pages show it: by the end of a day. */
const isKept = ({ tracked, waited }: SimulatedSale, hours: number) =>
  waited !== null && Math.floor(tracked + waited) <= Math.floor(tracked + hours / 24)

describe('expected dates', () => {
  test.each(HISTORIES.filter(({ name }) => name !== 'a store that stops'))(
    'after $name are kept by at least 85 of 100 later sales',
    async (history) => {
      const sales = simulate(history, 39)
      const { storeId } = await addStoreWithSales(sales)
      await computeWaits(NIGHT)
      const { p90_hours: hours } = (await readRow(storeId))!
      const later = sales.filter(({ tracked }) => tracked > 0)
      const kept = later.filter((sale) => isKept(sale, hours!)).length
      expect(kept / later.length).toBeGreaterThanOrEqual(0.85)
      await forgetNights()
    },
  )

  test('are not given after a store has stopped', async () => {
    const { storeId } = await addStoreWithSales(simulate(HISTORIES.at(-1)!, 39))
    await computeWaits(NIGHT)
    expect(await readRow(storeId)).toMatchObject({ p90_hours: null, sales: expect.any(Number) })
    await forgetNights()
  })
})

/** So many sales, tracked on the days from -200 on. */
const many = (count: number, waited: number | null, tracked = -200): SimulatedSale[] =>
  Array.from({ length: count }, (_, i) => ({ tracked: tracked + i / count, waited }))

const readFor = async (storeId: number, network: string) => {
  const [row] = await db.execute<{ waits: CountedWaits | null }>(
    sql`SELECT ${selectWaits(sql`${storeId}::bigint`, sql`${network}::text`)} AS waits`,
  )
  return row!.waits
}

describe('figures', () => {
  test('need 30 sales; below them those of the network are given', async () => {
    const network = 'shared'
    const few = await addStoreWithSales(many(29, 10), network)
    const enough = await addStoreWithSales(many(30, 20), network)
    await computeWaits(NIGHT)
    expect(await readRow(few.storeId)).toBeNull()
    expect(await readRow(enough.storeId)).toMatchObject({ sales: 30, p50_hours: 480, p90_hours: 480 })
    expect((await readRow(enough.storeId, 'track'))!.p90_hours).toBe(12)
    expect((await readFor(few.storeId, network))!.confirm).toEqual({ sales: 59, p50: 480, p90: 480 })
    expect((await readFor(enough.storeId, network))!.confirm!.sales).toBe(30)
    expect((await readFor(few.storeId, 'unknown'))?.confirm).toBeUndefined()
    await forgetNights()
  })

  test('are of sales tracked 30 to 210 days before', async () => {
    const { storeId } = await addStoreWithSales([
      ...many(40, 10, -29),
      ...many(40, 10, -212),
      ...many(31, 5, -100),
    ])
    await computeWaits(NIGHT)
    expect(await readRow(storeId)).toMatchObject({ sales: 31, p50_hours: 120 })
    await forgetNights()
  })

  test.each([
    ['half waited six times as long', [...many(20, 10), ...many(20, 60)], 1440, 1440],
    ['a third still waits', [...many(40, 10), ...many(20, null)], 240, null],
    ['most still wait', [...many(20, 10), ...many(40, null)], null, null],
    [
      'those who wait have waited less than the others',
      [...many(40, 100), ...many(20, null, -50)],
      2400,
      2400,
    ],
    [
      'three of 30 waited longer: nine of ten are 28, with the one that is still to come',
      [...many(27, 10), ...many(3, 50)],
      240,
      1200,
    ],
  ])('where %s', async (_, sales, p50_hours, p90_hours) => {
    const { storeId } = await addStoreWithSales(sales)
    await computeWaits(NIGHT)
    expect(await readRow(storeId)).toMatchObject({ p50_hours, p90_hours })
    await forgetNights()
  })

  test('take the end of a wait from the first report that was applied', async () => {
    const { storeId, network } = await addStoreWithSales(many(30, 50))
    await db.execute(sql`
      INSERT INTO postback_inbox (network, method, raw, report, outcome, conversion_id, received_at, processed_at)
      SELECT network, 'GET', '{}', report, outcome, id, created_at + days * interval '1 day', now()
        FROM conversions, (VALUES ('pending', 'applied', 0), ('approved', 'quarantined', 5), ('rejected', 'applied', 9),
                                  ('approved', 'applied', 20)) r (report, outcome, days)
       WHERE network = ${network}`)
    await computeWaits(NIGHT)
    expect(await readRow(storeId)).toMatchObject({ p50_hours: 9 * 24, p90_hours: 9 * 24 })
    await forgetNights()
  })

  test('say how many dates of the night before each sale were kept', async () => {
    const { storeId } = await addStoreWithSales([
      ...many(40, 10, -100),
      { tracked: -20.6, waited: 5 },
      { tracked: -20.5, waited: 10.1 },
      { tracked: -20.4, waited: 15 },
      { tracked: -20.3, waited: null },
      { tracked: -5, waited: null },
    ])
    await computeWaits(dayLater(-20.9))
    expect(await readRow(storeId)).toMatchObject({ p90_hours: 240, due: 0, kept: 0 })
    await computeWaits(NIGHT)
    const rows = await db.select().from(waitingTimes).where(eq(waitingTimes.store_id, storeId))
    expect(rows.filter(({ step }) => step === 'confirm').map(({ due, kept }) => [due, kept])).toEqual([
      [0, 0],
      [4, 2],
    ])
    await forgetNights()
  })
})

describe('the job of the night', () => {
  const count = async () => (await db.select().from(waitingTimes)).length

  test('computed by two processes at once stores each figure once', async () => {
    await addStoreWithSales(many(30, 10))
    const made = await Promise.all(Array.from({ length: 4 }, () => computeWaits(NIGHT)))
    expect(made.filter(({ figures }) => figures > 0)).toHaveLength(1)
    expect(await count()).toBe(Math.max(...made.map(({ figures }) => figures)))
    await forgetNights()
  })

  test('runs once after three in the morning in India', async () => {
    await db.delete(jobs).where(eq(jobs.name, 'waits'))
    await addStoreWithSales(many(30, 10))
    const now = Date.now()
    const made = await Promise.all([computeWaitsIfDue(now), computeWaitsIfDue(now), computeWaitsIfDue(now)])
    expect(made.filter((one) => one !== null)).toHaveLength(1)
    expect(await computeWaitsIfDue(now)).toBeNull()
    await db.execute(sql`
      UPDATE jobs SET started_at = now() - interval '1 day', finished_at = now() - interval '1 day' WHERE name = 'waits'`)
    expect(await computeWaitsIfDue(now)).not.toBeNull()
  })

  test('forgets nights that no open date needs', async () => {
    const { storeId } = await addStoreWithSales(many(30, 10))
    await computeWaits(dayLater(-10))
    expect(await readRow(storeId)).not.toBeNull()
    await computeWaits(dayLater(231))
    expect(await readRow(storeId)).toBeNull()
  })
})
