/** Rates from a day on, and flash sales with a rate of their day, on PostgreSQL. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setFlashSale } from '~/domain/catalog/manual-overrides.server'
import { findFlashSaleToday } from '~/domain/catalog/flash-sale.server'
import {
  applyDueRates,
  cancelPlannedRate,
  listPlannedRates,
  listRefusedRates,
  planRate,
  type PlannedRate,
} from '~/domain/catalog/planned-rates.server'
import { duplicateOffer } from '~/domain/catalog/offers-by-hand.server'
import { planPayout, setOfferPayout, setStoreRates } from '~/domain/catalog/set-rates.server'
import { readPersons } from '~/domain/settings/independence.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns, plannedRates } from '~/platform/db/schema/catalogue'
import { operatorLog } from '~/platform/db/schema/operations'
import { findDefects } from '~/domain/books/audit.server'
import { rewrite } from '../support/rewrite'
import { addSale } from '../support/flash-sale'
import { makeOffer } from '../wallet/support'
import { readClickRate } from './feed'

const percent = (hundredths: bigint) => ({ hundredths, model: 'percentage' })
const at = (time: string) => new Date(`${time}+05:30`)
const BEFORE = at('2031-05-01T12:00:00')
const FIRST = at('2031-05-05T00:00:00')
const END = at('2031-05-08T00:00:00')

const ofOffer = (id: number) => ({ kind: 'offer', id }) as const

async function plan(
  id: number,
  rate: bigint | null,
  period: { from: Date; until: Date | null } = { from: FIRST, until: null },
  now = BEFORE,
) {
  const payout = rate === null ? null : percent(rate)
  return planRate({ target: ofOffer(id), payout, period, by: 'asha' }, now)
}

const read = async (offer: number): Promise<PlannedRate[]> =>
  db.select().from(plannedRates).where(eq(plannedRates.campaign_id, offer)).orderBy(plannedRates.id)

const states = async (offer: number) => (await read(offer)).map(({ state }) => state)

const setNow = async (offer: number) => {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, offer))
  return row!.set_payout_hundredths
}

/** So that clicks see the rate of now, and none of five minutes before. */
const forgetFalls = () => rewrite(sql`UPDATE offer_rates SET until = until - interval '5 minutes'`)

beforeAll(async () => {
  await makeOffer()
})

describe('a rate from a day on', () => {
  test('waits for its day, is applied once by any number of workers, and is in the log', async () => {
    const { id } = await makeOffer()
    expect(await plan(id, 700n)).toMatchObject({ ok: true, plan: { changed: 1 }, changed: [] })
    expect(await applyDueRates(new Date(FIRST.getTime() - 1))).toBe(0)
    expect(await setNow(id)).toBeNull()
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 500n })
    const done = await Promise.all([1, 2, 3, 4].map(() => applyDueRates(FIRST)))
    expect(done.reduce((a, b) => a + b, 0)).toBe(1)
    expect(await states(id)).toEqual(['applied'])
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 700n })
    const [line] = await db
      .select()
      .from(operatorLog)
      .where(sql`result @> ${JSON.stringify({ changed: [{ subject: `offer ${id}` }] })}::jsonb`)
    expect(line).toMatchObject({
      os_user: 'the worker',
      outcome: 'done',
      result: { changed: expect.arrayContaining([expect.objectContaining({ before: null, after: '700' })]) },
    })
    const others = (await readPersons(db)).listOthers('asha', 'viewer')
    expect(others.map(({ by }) => by)).not.toContain('the worker')
    expect(await findDefects()).toEqual([])
  })

  test('is applied late after an outage, and what ends returns to what was set before', async () => {
    const { id } = await makeOffer()
    await setOfferPayout(id, percent(600n))
    await plan(id, 900n, { from: FIRST, until: END })
    expect(await applyDueRates(new Date(FIRST.getTime() + 3600_000))).toBe(1)
    expect(await setNow(id)).toBe(900n)
    expect(await applyDueRates(new Date(END.getTime() + 86_400_000))).toBe(1)
    expect([await setNow(id), await states(id)]).toEqual([600n, ['ended']])
    expect(await applyDueRates(new Date(END.getTime() + 86_400_000))).toBe(0)
  })

  test('lets clicks lock the higher rate for five minutes after it ends', async () => {
    const { id } = await makeOffer()
    await plan(id, 900n, { from: FIRST, until: END })
    await applyDueRates(FIRST)
    await applyDueRates(END)
    expect(await setNow(id)).toBeNull()
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 900n })
    await forgetFalls()
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 500n })
  })

  test('of a store is for its offers, and leaves one with its own payout', async () => {
    const { id, brand_id } = await makeOffer()
    const target = { kind: 'store', id: brand_id } as const
    const planned = await planRate(
      { target, payout: percent(650n), period: { from: FIRST, until: END }, by: 'asha' },
      BEFORE,
    )
    expect(planned).toMatchObject({ ok: true, plan: { offers: 1, changed: 1 } })
    await applyDueRates(FIRST)
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 650n })
    await applyDueRates(END)
    const [store] = await db.select().from(brands).where(eq(brands.id, brand_id))
    expect(store!.payout_hundredths).toBeNull()
    const [row] = await listPlannedRates({ targets: [target] }, { after: undefined, limit: 5 })
    expect(row).toMatchObject({ state: 'ended', store: expect.stringMatching(/^Shop/), title: null })
  })

  test('with an end is refused where another of the same offer would overlap', async () => {
    const { id } = await makeOffer()
    await plan(id, 700n, { from: FIRST, until: END })
    const inside = at('2031-05-06T00:00:00')
    for (const period of [
      { from: FIRST, until: null },
      { from: inside, until: null },
      { from: at('2031-05-03T00:00:00'), until: inside },
    ])
      expect(await plan(id, 800n, period)).toMatchObject({ ok: false, reason: 'overlaps' })
    expect(await plan(id, 800n, { from: END, until: null })).toMatchObject({ ok: true })
    await applyDueRates(at('2031-05-20T00:00:00'))
    expect(await states(id)).toEqual(['refused', 'applied'])
    expect((await read(id))[0]).toMatchObject({ reason: 'missed' })
  })

  test('gives way to a rate that an operator sets meanwhile, which does not end', async () => {
    const { id } = await makeOffer()
    await plan(id, 900n, { from: FIRST, until: END })
    await applyDueRates(FIRST)
    expect(await setOfferPayout(id, percent(800n))).toMatchObject({ replaced: [expect.any(Number)] })
    expect(await applyDueRates(END)).toBe(0)
    expect([await setNow(id), await states(id)]).toEqual([800n, ['replaced']])
  })
})

describe('the guard of a planned rate', () => {
  const LOW = { commission_hundredths: 600n, commission_model: 'percentage' }

  test('refuses it at its time where the commission fell since, and names it for an alert', async () => {
    const { id, brand_id } = await makeOffer()
    await setStoreRates(brand_id, { commission: percent(1000n) })
    await plan(id, 900n)
    await setStoreRates(brand_id, { commission: percent(600n) })
    expect(await applyDueRates(FIRST)).toBe(1)
    expect([await setNow(id), await states(id)]).toEqual([null, ['refused']])
    expect((await listRefusedRates(10)).find((row) => row.campaign_id === id)).toMatchObject({
      reason: 'guard',
    })
    const [{ id: refusedId } = { id: 0 }] = await read(id)
    expect(await cancelPlannedRate(refusedId)).toMatchObject({ ok: true, changed: [] })
    expect((await listRefusedRates(10)).filter((row) => row.campaign_id === id)).toEqual([])
  })

  test('applies what two people agreed to, as long as the commission stays the one that they saw', async () => {
    const [same, other] = [await makeOffer(LOW), await makeOffer(LOW)]
    for (const { id } of [same, other]) await plan(id, 900n)
    await db.update(campaigns).set({ commission_hundredths: 550n }).where(eq(campaigns.id, other.id))
    await applyDueRates(FIRST)
    expect([await states(same.id), await states(other.id)]).toEqual([['applied'], ['refused']])
  })

  test('refuses the end where what was set before would be above it by then, and keeps the lower rate', async () => {
    const { id, brand_id } = await makeOffer()
    await setStoreRates(brand_id, { commission: percent(1000n) })
    await setOfferPayout(id, percent(900n))
    await plan(id, 300n, { from: FIRST, until: END })
    await applyDueRates(FIRST)
    await setStoreRates(brand_id, { commission: percent(600n) })
    await applyDueRates(END)
    expect(await setNow(id)).toBe(300n)
    expect((await read(id))[0]).toMatchObject({ state: 'refused', reason: 'guard at the end' })
  })
})

describe('a rate that ends', () => {
  const LATER = at('2031-05-08T01:00:00')

  test('is no measure for one that stays, of the offer or of its store', async () => {
    const { id, brand_id } = await makeOffer({ commission_hundredths: 600n, commission_model: 'percentage' })
    await plan(id, 900n, { from: BEFORE, until: END })
    expect(await setNow(id)).toBe(900n)
    const { doubts } = await planPayout(db, ofOffer(id), percent(900n))
    expect(doubts).toEqual([expect.stringMatching(/^above-commission: /)])
    await cancelPlannedRate((await read(id))[0]!.id)
    const store = { kind: 'store', id: brand_id } as const
    const period = { from: BEFORE, until: END }
    await planRate({ target: store, payout: percent(900n), period, by: 'asha' }, BEFORE)
    expect((await planPayout(db, ofOffer(id), percent(900n))).doubtful).toBe(1)
    expect((await planPayout(db, store, percent(900n))).doubtful).toBe(1)
  })

  test('is not copied with its offer', async () => {
    const { id } = await makeOffer()
    await plan(id, 900n, { from: BEFORE, until: END })
    const copied = await db.transaction((tx) => duplicateOffer(id, 'A copy', tx))
    expect(copied).toMatchObject({ ok: true, offer: { set_payout_hundredths: null, set_payout_model: null } })
  })

  test('does not return to what a feed has raised beneath it above the commission', async () => {
    const { id } = await makeOffer({ commission_hundredths: 1000n, commission_model: 'percentage' })
    await plan(id, 2000n, { from: FIRST, until: END })
    await applyDueRates(FIRST)
    await db.update(campaigns).set({ payout_hundredths: 1900n }).where(eq(campaigns.id, id))
    await applyDueRates(END)
    expect((await read(id))[0]).toMatchObject({ state: 'refused', reason: 'guard at the end' })
  })

  test('ends before the next one begins, also where no worker has come', async () => {
    const { id } = await makeOffer()
    await plan(id, 900n, { from: BEFORE, until: END })
    expect(await plan(id, 800n, { from: LATER, until: null }, LATER)).toMatchObject({ ok: true })
    expect([await setNow(id), await states(id)]).toEqual([800n, ['ended', 'applied']])
    expect((await read(id))[1]).toMatchObject({ before_hundredths: null })
  })

  test('is refused where a doubt came up that nobody was asked about', async () => {
    const { id } = await makeOffer({ commission_hundredths: 600n, commission_model: 'percentage' })
    const wanted = { target: ofOffer(id), payout: percent(900n), by: 'asha', mayDoubt: false }
    const period = { from: FIRST, until: END }
    expect(await planRate({ ...wanted, period }, BEFORE)).toMatchObject({ ok: false, reason: 'doubted' })
    expect(await read(id)).toEqual([])
    const sale = { which: String(id), payout: percent(900n), by: 'asha', mayDoubt: false }
    expect(await setFlashSale({ on_date: '2031-07-02' }, sale, undefined, BEFORE)).toMatchObject({
      ok: false,
      reason: 'doubted',
    })
  })
})

describe('a cancelled rate', () => {
  test('is never applied, also where a worker begins at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await makeOffer()
      await plan(id, 900n, { from: FIRST, until: END })
      const [{ id: planId } = { id: 0 }] = await read(id)
      await Promise.all([applyDueRates(FIRST), cancelPlannedRate(planId), applyDueRates(FIRST)])
      expect([await setNow(id), await states(id)]).toEqual([null, ['cancelled']])
    }
  })

  test('that is in force falls back at once, and is cancelled once', async () => {
    const { id } = await makeOffer()
    await plan(id, 900n, { from: BEFORE, until: END })
    expect(await setNow(id)).toBe(900n)
    const [{ id: planId } = { id: 0 }] = await read(id)
    expect(await cancelPlannedRate(planId)).toMatchObject({
      ok: true,
      changed: [{ before: '900', after: null }, {}],
    })
    expect(await cancelPlannedRate(planId)).toMatchObject({ ok: false, reason: 'over' })
    expect(await cancelPlannedRate(999_999)).toMatchObject({ ok: false, reason: 'unknown' })
  })

  test('keeps what was entered: SQL moves no planned rate back, and changes none', async () => {
    const { id } = await makeOffer()
    await plan(id, 900n)
    const [{ id: planId } = { id: 0 }] = await read(id)
    const set = (change: string) =>
      db.execute(sql`UPDATE planned_rates SET ${sql.raw(change)} WHERE id = ${planId}`).then(
        () => 'done',
        () => 'refused',
      )
    expect(await set('payout_hundredths = 9000')).toBe('refused')
    expect(await set(`state = 'ended'`)).toBe('refused')
    await cancelPlannedRate(planId)
    expect(await set(`state = 'waits'`)).toBe('refused')
    expect(
      await db
        .delete(plannedRates)
        .where(eq(plannedRates.id, planId))
        .catch(() => 'refused'),
    ).toBe('refused')
  })
})

describe('a flash sale', () => {
  const MONDAY = at('2031-06-02T00:00:00')
  const NOON = at('2031-06-02T12:00:00')
  const TUESDAY = at('2031-06-03T00:00:00')

  const put = (id: number, rate: bigint, now = BEFORE) =>
    setFlashSale(
      { on_date: '2031-06-02' },
      { which: String(id), payout: percent(rate), by: 'asha' },
      undefined,
      now,
    )

  /** Of a store that paid 5 % in the weeks before, by the clock of these tests. */
  async function usualOffer() {
    const offer = await makeOffer()
    await rewrite(
      sql`INSERT INTO store_rates (store, at, percent) VALUES (${offer.brand_id}, '2031-01-01', 500)`,
    )
    return offer
  }

  const clear = () => setFlashSale({ on_date: '2031-06-02' }, null, undefined, at('2031-06-09T12:00:00'))

  test('is refused at the rate of every day, and where another offer of the store pays as much', async () => {
    const { id, brand_id } = await makeOffer()
    expect(await put(id, 500n)).toMatchObject({ ok: false, reason: 'not-above', medians: { percent: 500n } })
    await makeOffer({ brand_id, payout_hundredths: 800n })
    expect(await put(id, 700n, at('2031-05-30T12:00:00'))).toMatchObject({ medians: { percent: 800n } })
    expect(await put(id, 900n)).toMatchObject({ ok: true, steps: [] })
  })

  test('pays its rate on its day alone: home shows it, clicks lock it, and at midnight it falls back', async () => {
    const { id, title } = await makeOffer()
    await put(id, 900n)
    expect(await findFlashSaleToday(NOON)).toBeNull()
    await applyDueRates(MONDAY)
    expect(await findFlashSaleToday(NOON)).toMatchObject({ payout: '9.00%', endsAt: TUESDAY.toISOString() })
    expect((await findFlashSaleToday(NOON))!.href).toBe(`/CouponsDetails/${encodeURIComponent(title)}`)
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 900n })
    expect(await applyDueRates(NOON)).toBe(0)
    expect(await findFlashSaleToday(TUESDAY)).toBeNull()
    await applyDueRates(TUESDAY)
    expect(await setNow(id)).toBeNull()
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 900n })
    await forgetFalls()
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 500n })
    await clear()
  })

  test('is left out on its day where the ordinary rate has risen to it, with an alert', async () => {
    const { id } = await makeOffer()
    await put(id, 900n)
    await db.update(campaigns).set({ payout_hundredths: 900n }).where(eq(campaigns.id, id))
    await applyDueRates(MONDAY)
    expect(await findFlashSaleToday(NOON)).toBeNull()
    expect((await read(id))[0]).toMatchObject({ state: 'refused', reason: 'not above' })
    await clear()
  })

  test('ends early where a feed raises the ordinary rate on its day: nothing would end with it', async () => {
    const { id } = await makeOffer()
    await put(id, 900n)
    await applyDueRates(MONDAY)
    await db.update(campaigns).set({ payout_hundredths: 950n }).where(eq(campaigns.id, id))
    expect(await applyDueRates(NOON)).toBe(1)
    expect(await findFlashSaleToday(NOON)).toBeNull()
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 950n })
    expect(await applyDueRates(NOON)).toBe(0)
    await clear()
  })

  test('that is set, replaced and removed on its day begins and ends at once', async () => {
    const [one, other] = [await usualOffer(), await usualOffer()]
    expect(await put(one.id, 900n, NOON)).toMatchObject({ ok: true, steps: [{ state: 'applied' }] })
    expect(await put(one.id, 850n, NOON)).toMatchObject({ steps: [{ state: 'ended' }, { state: 'applied' }] })
    expect(await setNow(one.id)).toBe(850n)
    expect(await put(other.id, 800n, NOON)).toMatchObject({ ok: true })
    expect([await setNow(one.id), await setNow(other.id)]).toEqual([null, 800n])
    await setFlashSale({ on_date: '2031-06-02' }, null, undefined, NOON)
    expect([await setNow(other.id), await findFlashSaleToday(NOON)]).toEqual([null, null])
  })

  test('of a weekday begins once a day by any number of workers; a date takes its day, and gives it back', async () => {
    const [weekly, dated] = [await usualOffer(), await usualOffer()]
    await addSale(weekly.id, { weekday: 1, pays: 900n })
    const done = await Promise.all([1, 2, 3].map(() => applyDueRates(MONDAY)))
    expect(done.reduce((a, b) => a + b, 0)).toBe(1)
    await put(dated.id, 800n, NOON)
    expect([await setNow(weekly.id), await setNow(dated.id)]).toEqual([null, 800n])
    await setFlashSale({ on_date: '2031-06-02' }, null, undefined, NOON)
    expect([await setNow(weekly.id), await setNow(dated.id)]).toEqual([900n, null])
    await applyDueRates(TUESDAY)
    const next = at('2031-06-09T00:00:00')
    await applyDueRates(next)
    expect(await states(weekly.id)).toEqual(['ended', 'ended', 'applied'])
    await setFlashSale({ weekday: 1 }, null, undefined, next)
  })

  test('that was cancelled or replaced by a set rate does not begin again on its day', async () => {
    const { id } = await makeOffer()
    await put(id, 900n, NOON)
    await setOfferPayout(id, percent(700n))
    expect(await applyDueRates(NOON)).toBe(0)
    expect([await setNow(id), await findFlashSaleToday(NOON)]).toEqual([700n, null])
    await clear()
  })

  test('on most days of 30 is no rise any more', async () => {
    const { id, brand_id } = await makeOffer()
    const since = (day: string, rate: bigint) => sql`
      INSERT INTO store_rates (store, at, percent) VALUES (${brand_id}, ${day}::timestamptz, ${rate})`
    await rewrite(
      sql`DELETE FROM store_rates WHERE store = ${brand_id}`,
      since('2031-04-01T00:00:00+05:30', 500n),
      since('2031-04-10T00:00:00+05:30', 900n),
      since('2031-04-28T00:00:00+05:30', 500n),
    )
    expect(await put(id, 900n)).toMatchObject({ ok: false, medians: { percent: 900n } })
    expect(await put(id, 901n)).toMatchObject({ ok: true })
    await clear()
  })
})
