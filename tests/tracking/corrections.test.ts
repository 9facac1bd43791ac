/** Amounts that the network confirmed take the place of those that a report in quarantine has. */
import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { NETWORK_NAMES, networks } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { paise } from '~/platform/formats/money'
import { findPlaceInQuarantine, findPostback } from '~/domain/tracking/postbacks.server'
import { correctPostback, dismissPostback, listWays } from '~/domain/tracking/quarantine.server'
import { readReport, readReportRow, buildCorrectedRow } from '~/domain/tracking/reports'
import { readWallet } from '~/domain/wallet/sums.server'
import { writePostback, SAMPLES } from '../support/network-samples'
import { sendReport } from '../support/reports'
import { click, member, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('postbacks'))

const available = async (userId: number) => (await readWallet(userId)).available

/** A report that waits, of a click that pays 5 %. */
async function quarantine(more: Record<string, string>, p1?: string) {
  const userId = await member()
  const clickId = p1 ?? (await click(userId))
  const raw = { p1: clickId, conversion_id: randomUUID(), sale_amount: '1000', status: 'approved', ...more }
  expect(await sendReport(raw)).toMatchObject({ outcome: 'quarantined' })
  const [row] = await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1)
  return { id: row!.id, userId, raw }
}

const correct = (id: number, sale: bigint | null, commission: bigint | null = null) =>
  correctPostback(id, 'By mail', {
    sale: sale === null ? null : paise(sale),
    commission: commission === null ? null : paise(commission),
  })

const countRows = () => db.$count(postbackInbox)

describe('a correction', () => {
  test('of an amount that cannot be read credits it once, and the report no longer waits', async () => {
    const { id, userId, raw } = await quarantine({ sale_amount: '1,000' })
    expect(await available(userId)).toBe(0n)
    expect(await correct(id, 1_000_00n)).toMatchObject({ ok: true, verdict: { outcome: 'applied' } })
    expect(await available(userId)).toBe(50_00n)
    expect(await findPostback(id)).toMatchObject({ resolution: 'By mail', resolved_at: expect.any(Date) })
    expect((await findPlaceInQuarantine(id))!.position).toBeNull()
    expect(await correct(id, 1_000_00n)).toMatchObject({ ok: false, reason: 'settled' })
    expect(await sendReport({ ...raw, sale_amount: '1000' })).toMatchObject({ outcome: 'repeat' })
    expect(await available(userId)).toBe(50_00n)
  })

  test('of a commission above the sale leaves the amount of the sale', async () => {
    const { id, userId } = await quarantine({ sale_amount: '1000', payout: '2000' })
    expect(await correct(id, null, 80_00n)).toMatchObject({ ok: true })
    expect(await available(userId)).toBe(50_00n)
    const [row] = await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1)
    expect(row).toMatchObject({ method: 'CSV', sale_paise: 1_000_00n, outcome: 'applied' })
  })

  test('of another currency needs both amounts', async () => {
    const { id, userId } = await quarantine({ currency: 'USD', payout: '5' })
    expect(await correct(id, 83_000_00n)).toMatchObject({ ok: false, reason: 'other-currency' })
    expect(await correct(id, 80_000_00n, 8_000_00n)).toMatchObject({ ok: true })
    expect(await available(userId)).toBe(4_000_00n)
  })

  test('above a limit is refused, and stores nothing', async () => {
    const { id, userId } = await quarantine({ sale_amount: 'free' })
    const before = await countRows()
    expect(await correct(id, 99_99_999_00n)).toMatchObject({
      ok: false,
      reason: 'still-quarantined',
      verdict: { reason: 'over-sale-limit' },
    })
    expect([await countRows(), await available(userId)]).toEqual([before, 0n])
    expect((await findPlaceInQuarantine(id))!.position).toBe(1)
  })

  test('is refused where a later report of the sale counts already', async () => {
    const { id, userId, raw } = await quarantine({ sale_amount: '1,000' })
    await sendReport({ ...raw, sale_amount: '600' })
    expect(await correct(id, 1_000_00n)).toMatchObject({ ok: false, reason: 'superseded' })
    expect(await available(userId)).toBe(30_00n)
  })

  test.each([
    [10, { ok: true, verdict: { outcome: 'applied' } }, 50_00n],
    [0, { ok: false, reason: 'still-quarantined', verdict: { reason: 'old-click' } }, 0n],
  ])(
    'of a click of 95 days, reported %s days ago, is as late as its report',
    async (days, result, credited) => {
      const { userId, raw } = await quarantine({ sale_amount: '1,000' })
      const ago = (count: number) => sql`now() - make_interval(days => ${count})`
      await db
        .update(clicks)
        .set({ created_at: ago(95) })
        .where(eq(clicks.id, raw.p1))
      const [row] = await db
        .insert(postbackInbox)
        .values({
          network: 'trackier',
          method: 'GET',
          raw: { ...raw, conversion_id: randomUUID() },
          received_at: ago(days),
          outcome: 'quarantined',
          reason: 'unusable-amount',
          processed_at: sql`now()`,
        })
        .returning()
      expect(await correct(row!.id, 1_000_00n)).toMatchObject(result)
      expect(await available(userId)).toBe(credited)
    },
  )

  test('is refused for a report in which no amount is in doubt', async () => {
    const { id } = await quarantine({ p1: 'nobody' })
    expect(await correct(id, 1_000_00n)).toMatchObject({ ok: false, reason: 'not-correctable' })
  })
})

test.each(NETWORK_NAMES)('a corrected report of %s names the same sale', (name) => {
  const network = networks[name]
  const values = { click: 'click-1', conversion: '4711', status: SAMPLES[name].approved }
  const sent = (sale: string) => writePostback(name, { ...values, sale, payout: '80' })
  expect(readReport(network, sent('a lot'))).toEqual({ quarantined: 'unusable-amount' })
  const amounts = { sale: paise(1_000_50n), commission: null, isInRupees: false }
  const row = buildCorrectedRow(network, { method: 'GET', raw: sent('a lot') }, amounts)
  expect(readReportRow(network, row)).toEqual({ ...readReport(network, sent('1000.50')), isFromFile: true })
})

const WAYS: [reason: string, more: Record<string, string>, ways: string[]][] = [
  ['unusable-amount', { sale_amount: '1,000' }, ['correct', 'dismiss']],
  ['unknown-status', { status: 'maybe' }, ['dismiss']],
  ['unknown-click', { p1: 'nobody' }, ['dismiss']],
  ['commission-above-sale', { payout: '2000' }, ['correct', 'accept', 'dismiss']],
  ['over-sale-limit', { sale_amount: '900000' }, ['accept', 'dismiss']],
]

test.each(WAYS)('of a report that waits for %s, what can succeed is offered', async (reason, more, ways) => {
  const { id } = await quarantine(more)
  const row = (await findPostback(id))!
  expect([row.reason, await listWays(row)]).toEqual([reason, ways])
  await dismissPostback(id, 'A test')
  expect(await listWays((await findPostback(id))!)).toEqual([])
})

test('a report whose cause is gone can be replayed', async () => {
  const { id } = await quarantine({ sale_amount: '900000' })
  await db.update(postbackInbox).set({ reason: 'failed' }).where(eq(postbackInbox.id, id))
  expect(await listWays((await findPostback(id))!)).toEqual(['replay', 'dismiss'])
})

test('the quarantine begins with the newest report, and leads from each to its neighbours', async () => {
  const [first, second, third] = [
    await quarantine({ status: 'a' }),
    await quarantine({ status: 'b' }),
    await quarantine({ status: 'c' }),
  ]
  const count = (await findPlaceInQuarantine(second.id))!.count
  expect(await findPlaceInQuarantine(second.id)).toEqual({
    count,
    position: 2,
    previous: third.id,
    next: first.id,
  })
  await dismissPostback(second.id, 'A test')
  expect(await findPlaceInQuarantine(second.id)).toEqual({
    count: count - 1,
    position: null,
    previous: third.id,
    next: first.id,
  })
  expect(await findPlaceInQuarantine(999_999_999)).toBeNull()
})
