/** Which new rates wait, what former rates are kept, and what a click locks after a fall (docs/rules.md#39). */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { judgeRate } from '~/domain/catalog/rate-doubts.server'
import type { Rate } from '~/domain/catalog/rates'
import { setOfferPayout, setStoreRates } from '~/domain/catalog/set-rates.server'
import { rateByShare } from '~/domain/catalog/update-listed.server'
import { hideOffer, unhideOffer } from '~/domain/catalog/manual-overrides.server'
import { db } from '~/platform/db/client.server'
import { campaigns, offerRates, storeRates } from '~/platform/db/schema/catalogue'
import { sweep } from '~/domain/privacy/sweep.server'
import { rewrite } from '../support/rewrite'
import { findOffer, importFeed, ownRow, readClickRate } from './feed'

const NOTHING = { percent: 0n, rupees: 0n }
const BELIEVED = { percent: 15_00n, rupees: 500_00n }
const toPayout = (text: string) => {
  const isPercentage = text.endsWith('%')
  const [number, currency = 'Rs.'] = text.replace('%', '').split(' ')
  return {
    payout_hundredths: BigInt(Math.round(Number(number) * 100)),
    payout_model: isPercentage ? 'percentage' : 'flat',
    currency,
  }
}
const toRate = (payout: string, commission?: string, of: 'feed' | 'store' = 'feed'): Rate => ({
  payout: toPayout(payout),
  source: 'feed',
  commission: commission === undefined ? null : toPayout(commission),
  commissionOf: commission === undefined ? null : of,
  share: null,
  shareOf: null,
  referral: 0n,
})

describe('a new rate', () => {
  const none = undefined
  test.each([
    // before, commission before, after, commission after, highest of 30 days, doubt
    [none, none, '15%', none, none, null],
    [none, none, '15.01%', none, none, 'above-believed'],
    [none, none, '8%', '8%', none, null],
    [none, none, '8.01%', '8%', none, 'above-commission'],
    [none, none, '1%', '0%', none, 'above-commission'],
    [none, none, '500', none, none, null],
    [none, none, '500.01', none, none, 'above-believed'],
    [none, none, '300', '300', none, null],
    [none, none, '300.01', '300', none, 'above-commission'],
    [none, none, '16%', '300', none, 'above-believed'],
    [none, none, '9000 EUR', none, none, null],
    ['4%', none, '8%', none, none, null],
    ['4%', none, '8.01%', none, none, 'more-than-double'],
    ['2%', none, '8%', none, '4%', null],
    ['2%', none, '9%', none, '4%', 'more-than-double'],
    ['2%', none, '9%', none, '100', 'more-than-double'],
    ['0%', none, '14%', none, none, null],
    ['50', none, '14%', none, none, null],
    ['20%', none, '20%', none, none, null],
    ['20%', none, '18%', none, none, null],
    ['5%', '8%', '5%', '3%', none, null],
    [none, none, '9%', '15%', none, null],
    [none, none, '9%', '16%', none, 'commission'],
    ['9%', '16%', '9%', '16%', none, null],
    ['9%', '16%', '9%', '17%', none, 'commission'],
    ['9%', '10%', '9%', '501', none, 'commission'],
    ['5%', '8%', '5%', none, none, 'commission'],
    ['0%', '8%', '0%', none, none, null],
  ] as const)('%s of %s -> %s of %s, at most %s before: %s', (was, wasOf, is, isOf, most, doubt) => {
    const before = was === undefined ? null : toRate(was, wasOf)
    const { payout_hundredths, payout_model } = toPayout(most ?? '0')
    const highest = {
      ...NOTHING,
      [payout_model === 'percentage' ? 'percent' : 'rupees']: payout_hundredths,
    }
    expect(judgeRate(before, toRate(is, isOf), highest, BELIEVED)).toBe(doubt)
  })

  test('is measured by the commission of its store, which two people have set', () => {
    expect(judgeRate(null, toRate('30%', '40%', 'store'), NOTHING, BELIEVED)).toBeNull()
    expect(judgeRate(null, toRate('41%', '40%', 'store'), NOTHING, BELIEVED)).toBe('above-commission')
  })
})

let made = 0
let source: string
let id: number
let store: number
beforeEach(async () => {
  source = `doubt-${++made}`
  await importFeed([ownRow({ payout: '6', brand: source })], { source })
  const offer = (await findOffer('c1', source))!
  id = offer.id
  store = offer.brand_id
})

const readError = async (change: PromiseLike<unknown>) => {
  const error: unknown = await Promise.resolve(change).then(
    () => null,
    (reason: unknown) => reason,
  )
  return ((error as Error).cause as Error).message
}

const percent = (hundredths: bigint) => ({ hundredths, model: 'percentage' })
const importRate = (payout: string | null, more: object = {}) =>
  importFeed([ownRow({ payout, brand: source, ...more })], { source, trust: undefined, clears: true })
const readStored = async () => (await findOffer('c1', source))!.payout_hundredths
const passTime = (interval: string) =>
  rewrite(sql`UPDATE offer_rates SET until = until - interval '${sql.raw(interval)}'`)

describe('the highest rate of 30 days', () => {
  test.each([
    ['29 days', null, 1100n],
    ['31 days', 'more-than-double', 200n],
  ] as const)('counts after %s: %s', async (age, doubt, stored) => {
    await importRate('2')
    await passTime(age)
    const { held } = await importRate('11')
    expect(held.examples.flatMap(({ doubts }) => doubts)).toMatchObject(doubt ? [{ why: doubt }] : [])
    expect(await readStored()).toBe(stored)
  })

  test('cannot be written by SQL', async () => {
    for (const change of [
      sql`INSERT INTO offer_rates (campaign_id, percent) VALUES (${id}, 9900)`,
      sql`UPDATE offer_rates SET percent = 9900`,
    ]) {
      await importRate('2')
      expect(await readError(db.execute(change))).toBe('former rates are noted by triggers alone')
    }
  })

  test('is forgotten after 30 days by the sweep', async () => {
    await importRate('2')
    await passTime('31 days')
    expect((await sweep()).offerRates).toBeGreaterThan(0)
    expect(await db.select().from(offerRates).where(eq(offerRates.campaign_id, id))).toEqual([])
  })
})

describe('a click after a fall', () => {
  test.each([
    ['of the feed', () => importRate('3')],
    ['set for the offer', () => setOfferPayout(id, percent(300n))],
    ['set for the store', () => setStoreRates(store, { payout: percent(300n) })],
    ['to nothing', () => importRate(null)],
  ])('%s locks the former rate for five minutes', async (_, fall) => {
    await fall()
    expect(await readClickRate(id)).toEqual({ payout_hundredths: 600n, payout_model: 'percentage' })
    await passTime('4 minutes')
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 600n })
    await passTime('2 minutes')
    expect(await readClickRate(id)).not.toMatchObject({ payout_hundredths: 600n })
  })

  test('of the share of all stores locks the former rate', async () => {
    await importFeed([ownRow({ payout: null, commission: '10%', brand: source })], { source, clears: true })
    await rateByShare(50_00n)
    await passTime('1 day')
    await rateByShare(20_00n)
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 500n })
    await rateByShare()
  })

  test('locks the new rate if it has risen, and the new kind of rate', async () => {
    await importRate('9')
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 900n })
    await importRate('40', { payout_model: 'flat' })
    expect(await readClickRate(id)).toEqual({ payout_hundredths: 40_00n, payout_model: 'flat' })
  })
})

describe('each path that changes a store’s rate leaves one row of it', () => {
  const readRows = () =>
    db.select().from(storeRates).where(eq(storeRates.store, store)).orderBy(storeRates.at)
  test.each([
    ['an import', () => importRate('7'), 700n],
    ['a rate set for the offer', () => setOfferPayout(id, percent(700n)), 700n],
    ['a payout of the store', () => setStoreRates(store, { payout: percent(700n) }), 700n],
    [
      'all rates of the store at once',
      () => setStoreRates(store, { payout: percent(700n), commission: percent(900n), share: 50_00n }),
      700n,
    ],
    ['a hidden offer', () => hideOffer(String(id), 'a test'), null],
    [
      'an ended offer',
      () =>
        importFeed([ownRow({ id: 'c2', payout: '1', brand: source })], {
          source,
          replace: { anyShare: true },
        }),
      100n,
    ],
    ['a deleted offer', () => db.delete(campaigns).where(eq(campaigns.id, id)), null],
  ] as const)('%s', async (_, change, after) => {
    const before = await readRows()
    expect(before).toMatchObject([{ percent: 600n, rupees: null }])
    await change()
    expect((await readRows()).slice(1)).toMatchObject([{ percent: after, rupees: null }])
  })

  test('the share of all stores', async () => {
    await importFeed([ownRow({ payout: null, commission: '10%', brand: source })], { source, clears: true })
    const before = await readRows()
    await rateByShare(50_00n)
    expect((await readRows()).slice(before.length)).toMatchObject([{ percent: 500n }])
    await rateByShare()
  })

  test('what changes no rate leaves none, and no row is changed', async () => {
    await importRate('6', { title: 'Other lamps' })
    await hideOffer(String(id), 'a test')
    await unhideOffer(String(id))
    expect((await readRows()).map(({ percent }) => percent)).toEqual([600n, null, 600n])
    expect(await readError(db.update(storeRates).set({ percent: 1n }))).toBe('store_rates is append-only')
    expect(await readError(db.delete(storeRates))).toBe('store_rates is append-only')
  })
})
