/** Rates set by the operator, read from the next click. */
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setOfferPayout, setStoreRates } from '~/domain/catalog/set-rates.server'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { rewrite } from '../support/rewrite'
import { awinRow, findOffer, importFeed, ownRow, readClickRate, rowWithoutPayout } from './feed'

const percent = (hundredths: bigint) => ({ hundredths, model: 'percentage' })

/** A store with one offer. */
async function shop(source: string, row: object) {
  await importFeed([row], { source })
  const offer = (await findOffer('c1', source)) ?? (await findOffer('501', source))
  const [store] = await db.select().from(brands).where(eq(brands.id, offer!.brand_id))
  return { id: offer!.id, store: store!.id }
}

test('an Awin offer without a rate pays the store’s share of the store’s commission', async () => {
  const { id, store } = await shop('awin-share', awinRow())
  expect(await readClickRate(id)).toMatchObject({ payout_hundredths: null })
  await setStoreRates(store, { commission: percent(800n), share: 7000n })
  expect(await readClickRate(id)).toEqual({ payout_hundredths: 560n, payout_model: 'percentage' })
})

describe('rates set by the operator', () => {
  test('tell what changes, and what was set before', async () => {
    const { store } = await shop('told', ownRow())
    expect(await setStoreRates(store, { payout: percent(600n) })).toMatchObject({
      plan: { changed: 1, losing: 0 },
      before: { store_payout_hundredths: null },
      after: { store_payout_hundredths: 600n },
    })
    expect(await setStoreRates(store, { payout: percent(700n) })).toMatchObject({
      before: { store_payout_hundredths: 600n, store_payout_model: 'percentage' },
    })
  })

  test('for a store apply to all its offers, also after imports, until they are removed', async () => {
    const { id, store } = await shop('set', ownRow())
    const before = await readClickRate(id)
    await setStoreRates(store, { payout: percent(600n) })
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 600n })
    const again = await importFeed([ownRow({ payout: '3' })], { source: 'set' })
    expect(again.counts.changed).toBe(1)
    expect(again.rates.changed).toBe(0)
    expect(await readClickRate(id)).toMatchObject({ payout_hundredths: 600n })
    await setStoreRates(store, { payout: null })
    await rewrite(sql`UPDATE offer_rates SET until = until - interval '5 minutes'`)
    expect(await readClickRate(id)).toEqual({ ...before, payout_hundredths: 300n })
  })

  test('for one offer apply to that offer only, also after an import', async () => {
    await importFeed([ownRow(), ownRow({ id: 'c2' })], { source: 'one-offer' })
    const [one, other] = [await findOffer('c1', 'one-offer'), await findOffer('c2', 'one-offer')]
    await setOfferPayout(one!.id, { hundredths: 75_00n, model: 'flat' })
    await importFeed([ownRow({ title: 'Lamps' }), ownRow({ id: 'c2' })], { source: 'one-offer' })
    expect(await readClickRate(one!.id)).toEqual({ payout_hundredths: 75_00n, payout_model: 'flat' })
    expect(await readClickRate(other!.id)).toMatchObject({ payout_hundredths: 450n })
  })

  test('leave earlier clicks at their rate', async () => {
    const { id, store } = await shop('locked', ownRow())
    await readClickRate(id)
    await setStoreRates(store, { payout: percent(100n) })
    const [click] = await db.select().from(clicks).where(eq(clicks.campaign_id, id))
    expect(click!.payout_hundredths).toBe(450n)
  })

  test('leave unnamed parts unchanged, and ended offers out of the plan', async () => {
    await importFeed([rowWithoutPayout(), rowWithoutPayout({ id: 'c2', ends_at: '2026-01-31' })], {
      source: 'parts',
    })
    const offer = (await findOffer('c1', 'parts'))!
    await setStoreRates(offer.brand_id, { commission: percent(1000n) })
    const set = await setStoreRates(offer.brand_id, { share: 9000n })
    expect(set).toMatchObject({ plan: { offers: 1, changed: 1, losing: 1 } })
    expect(await readClickRate(offer.id)).toMatchObject({ payout_hundredths: 900n })
  })
})
