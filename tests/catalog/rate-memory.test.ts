import { expect, test } from 'vitest'
import { rememberRates } from '~/domain/catalog/rate-memory'
import { readStorePage } from '~/domain/catalog/store-page.server'
import { db } from '~/platform/db/client.server'
import { storeRates } from '~/platform/db/schema/catalogue'
import { addStore, addOffer, day } from '../support/catalogue'

const readMemory = async (name: string) =>
  (await readStorePage(name, { shown: 'all', sort: 'popular', page: 1 }))!.store.memory

const percent = (hundredths: bigint) => ({ hundredths, unit: 'percent' as const })

test('the memory names the rate of now, the lowest, the highest, and the one that lasted longest', () => {
  const spans = [
    { hundredths: 400n, seconds: 10 },
    { hundredths: 500n, seconds: 70 },
    { hundredths: 800n, seconds: 20 },
  ]
  expect(rememberRates(percent(800n), spans, 200)).toEqual({
    now: '8.00%',
    range: { low: '4.00%', high: '8.00%', most: '5.00%' },
    days: 90,
  })
  expect(rememberRates(percent(850n), [], 45.9)).toEqual({ now: '8.50%', range: null, days: 45 })
  expect(
    rememberRates({ hundredths: 25_000n, unit: 'rupees' }, [{ hundredths: 10_000n, seconds: 5 }], 90),
  ).toEqual({
    now: 'Rs. 250.00',
    range: { low: 'Rs. 100.00', high: 'Rs. 250.00', most: 'Rs. 100.00' },
    days: 90,
  })
})

test('nothing is said where some of the time had no rate, or one of the other unit', async () => {
  expect(rememberRates(percent(800n), [{ hundredths: null, seconds: 5 }], 90)).toBeNull()
  const none = { percent: null, rupees: null }
  for (const between of [none, { percent: null, rupees: 25_000n }]) {
    const { id: store, coupon_code } = await addStore()
    const row = (days: number, rate: { percent: bigint | null; rupees: bigint | null }) => ({
      store,
      at: day(-days),
      ...rate,
    })
    const eight = { percent: 800n, rupees: null }
    await db.insert(storeRates).values([row(80, eight), row(50, between), row(20, eight)])
    await addOffer({ brand_id: store, payout_hundredths: 800n })
    expect(await readMemory(coupon_code)).toBeNull()
  }
})

test('nothing is said of less than 30 days, or without a rate', () => {
  expect(rememberRates(percent(800n), [], 29.9)).toBeNull()
  expect(rememberRates(null, [{ hundredths: 800n, seconds: 1 }], 90)).toBeNull()
})

test('the store’s page counts what its rates were for how long within 90 days', async () => {
  const { id, coupon_code } = await addStore()
  const row = (days: number, rate: bigint) => ({ store: id, at: day(-days), percent: rate, rupees: null })
  await db.insert(storeRates).values([row(200, 100n), row(100, 500n), row(20, 400n), row(5, 800n)])
  await addOffer({ brand_id: id, payout_hundredths: 800n })
  expect(await readMemory(coupon_code)).toEqual({
    now: '8.00%',
    range: { low: '4.00%', high: '8.00%', most: '5.00%' },
    days: 90,
  })
  const young = await addStore()
  await addOffer({ brand_id: young.id })
  expect(await readMemory(young.coupon_code)).toBeNull()
})
