/** What 'Up to' says: the best rate of a store's listed offers, as computeRate() gives it, whatever changed. */
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { formatUpTo } from '~/domain/catalog/stores.server'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { computeRate } from '~/domain/catalog/rates'
import { rateColumns } from '~/domain/catalog/rates.server'
import { setStoreRates } from '~/domain/catalog/set-rates.server'
import { rateByShare } from '~/domain/catalog/update-listed.server'
import { classifyCredit, formatPayout } from '~/platform/formats/money'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { addStore, addOffer, day } from '../support/catalogue'

let store: Awaited<ReturnType<typeof addStore>>
beforeEach(async () => {
  store = await addStore()
})

const shown = async () => formatUpTo((await db.select().from(brands).where(eq(brands.id, store.id)))[0]!)
const makeOffer = (values: Partial<typeof campaigns.$inferInsert> = {}) =>
  addOffer({ brand_id: store.id, ...values })
const change = (id: number, values: Partial<typeof campaigns.$inferInsert>) =>
  db.update(campaigns).set(values).where(eq(campaigns.id, id))

test('a store without offers, without payouts or with one in another currency has no rate', async () => {
  expect(await shown()).toBeNull()
  await makeOffer({ payout_hundredths: null })
  await makeOffer({ payout_hundredths: 0n })
  await makeOffer({ payout_hundredths: 500n, payout_model: 'flat', currency: 'EUR' })
  expect(await shown()).toBeNull()
})

test('the highest percentage comes before any rupees, and rupees stand where there is no percentage', async () => {
  await makeOffer({ payout_hundredths: 55_000n, payout_model: 'flat' })
  expect(await shown()).toBe('Rs. 550.00')
  await makeOffer({ payout_hundredths: 700n })
  await makeOffer({ payout_hundredths: 1_200n })
  expect(await shown()).toBe('12.00%')
})

test('an offer counts towards its store’s rate only while it is listed', async () => {
  await makeOffer({ payout_hundredths: 300n })
  await makeOffer({ payout_hundredths: 900n, starts_at: day(1) })
  const best = await makeOffer({ payout_hundredths: 800n })
  expect(await shown()).toBe('8.00%')
  await change(best.id, { hidden_at: day(-1) })
  expect(await shown()).toBe('3.00%')
  await change(best.id, { hidden_at: null, set_payout_hundredths: 1_000n, set_payout_model: 'percentage' })
  expect(await shown()).toBe('10.00%')
  await db.delete(campaigns).where(eq(campaigns.id, best.id))
  expect(await shown()).toBe('3.00%')
})

test('rates that are set for the store apply at once, and a move to another store changes both', async () => {
  const moving = await makeOffer({ payout_hundredths: 900n })
  await setStoreRates(store.id, { payout: { hundredths: 450n, model: 'percentage' } })
  expect(await shown()).toBe('4.50%')
  const other = await addStore()
  await change(moving.id, { brand_id: other.id })
  expect(await shown()).toBeNull()
  expect(formatUpTo((await db.select().from(brands).where(eq(brands.id, other.id)))[0]!)).toBe('9.00%')
})

test('a changed CASHBACK_SHARE applies to commissions after the next check', async () => {
  await makeOffer({ payout_hundredths: null, commission_hundredths: 825n, commission_model: 'percentage' })
  expect(await shown()).toBeNull()
  expect(await rateByShare(5_000n)).toBe(true)
  expect(await shown()).toBe('4.12%')
  expect(await rateByShare(5_000n)).toBe(false)
  expect(await rateByShare(null)).toBe(true)
})

const amount = fc.option(fc.bigInt({ min: 0n, max: 2_000n }), { nil: null })
const model = fc.option(fc.constantFrom('percentage', 'flat', 'fixed'), { nil: null })
const currency = fc.constantFrom('Rs.', ' inr ', '₹', 'EUR')

const offers = fc.record({
  payout_hundredths: amount,
  payout_model: fc.constantFrom('percentage', 'flat'),
  currency,
  commission_hundredths: amount,
  commission_model: model,
  set_payout_hundredths: amount,
  set_payout_model: model,
})
const stores = fc.record({
  payout_hundredths: amount,
  payout_model: model,
  commission_hundredths: amount,
  commission_model: model,
  share_hundredths: amount,
})

test('SQL and computeRate() agree on any rates, after one change and after a full update', async () => {
  const share = fc.option(fc.bigInt({ min: 0n, max: 10_000n }), { nil: null })
  await fc.assert(
    fc.asyncProperty(
      fc.array(offers, { minLength: 1, maxLength: 4 }),
      stores,
      share,
      async (all, rates, by) => {
        store = await addStore(rates)
        await rateByShare(by)
        for (const values of all) await makeOffer(values)
        const rows = await db
          .select(rateColumns)
          .from(campaigns)
          .innerJoin(brands, eq(brands.id, campaigns.brand_id))
          .where(eq(brands.id, store.id))
        const payouts = rows
          .map((row) => computeRate(row, by, 2000n).payout)
          .filter((one) => classifyCredit(one) === 'cashback')
        const best = (percentage: boolean) =>
          payouts
            .filter((one) => (one.payout_model === 'percentage') === percentage)
            .toSorted((a, b) => Number(b.payout_hundredths! - a.payout_hundredths!))[0]
        const expected = best(true) ?? best(false)
        const text = expected ? formatPayout({ ...expected, currency: 'Rs.' }) : null
        expect(await shown()).toBe(text)
        await db.execute(sql`UPDATE brands SET up_to_percent = 1, up_to_rupees = 1`)
        await rankCatalogue()
        expect(await shown()).toBe(text)
      },
    ),
    { numRuns: 40 },
  )
})
