import { describe, expect, test } from 'vitest'
import {
  isSameRate,
  computeRate as rateOfReferred,
  type Rates,
  losesMoney,
  computeMargin,
} from '~/domain/catalog/rates'
import { formatPayout } from '~/platform/formats/money'

const rateReferred = (given: Rates, share: bigint | null) => rateOfReferred(given, share, 2000n)

const rates = (given: Partial<Rates>): Rates => ({
  payout_hundredths: null,
  payout_model: 'flat',
  currency: 'Rs.',
  commission_hundredths: null,
  commission_model: null,
  set_payout_hundredths: null,
  set_payout_model: null,
  store_payout_hundredths: null,
  store_payout_model: null,
  store_commission_hundredths: null,
  store_commission_model: null,
  store_share_hundredths: null,
  ...given,
})
const ofFeed = (hundredths: bigint, model = 'percentage') => ({
  payout_hundredths: hundredths,
  payout_model: model,
})
const commission = (hundredths: bigint, model = 'percentage') => ({
  commission_hundredths: hundredths,
  commission_model: model,
})
const ofStore = (hundredths: bigint, model = 'percentage') => ({
  store_commission_hundredths: hundredths,
  store_commission_model: model,
})
const payout = (given: Partial<Rates>, share: bigint | null = null) =>
  formatPayout(rateReferred(rates(given), share).payout)

describe('payout', () => {
  test('of the feed takes precedence over commission × share', () => {
    const rate = rateReferred(rates({ ...ofFeed(600n), ...commission(800n) }), 5000n)
    expect(rate).toMatchObject({ source: 'feed', payout: { payout_hundredths: 600n } })
    expect(formatPayout(rate.commission!)).toBe('8.00%')
  })

  test('set for the store takes precedence over the feed, and one for the offer over both', () => {
    const store = { store_payout_hundredths: 500n, store_payout_model: 'percentage' }
    expect(payout({ ...ofFeed(250_00n, 'flat'), currency: 'EUR', ...store })).toBe('5.00%')
    const offer = { set_payout_hundredths: 75_00n, set_payout_model: 'flat' }
    expect(payout({ ...ofFeed(250_00n), ...store, ...offer })).toBe('Rs. 75.00')
  })

  test('a payout of zero counts as set', () => {
    expect(rateReferred(rates({ ...ofFeed(0n), ...commission(800n) }), 7000n)).toMatchObject({
      source: 'feed',
      payout: { payout_hundredths: 0n },
    })
  })

  test.each([
    ['a percentage', commission(800n), 7000n, '5.60%'],
    ['a percentage, down to 0.01 percent', commission(333n), 3333n, '1.10%'],
    ['an amount', commission(120_00n, 'flat'), 7000n, 'Rs. 84.00'],
    ['an amount, down to 0.01 rupee', commission(99_99n, 'flat'), 3333n, 'Rs. 33.32'],
    ['an amount in another currency', { ...commission(20_00n, 'flat'), currency: 'EUR' }, 5000n, 'EUR 10.00'],
    ['the whole', commission(801n), 10_000n, '8.01%'],
    ['nothing', commission(800n), 0n, '0.00'],
    ['nothing below 0.01 percent', commission(1n), 9_999n, '0.00'],
  ])('is the share of a commission: %s', (_, given, share, expected) => {
    expect(payout(given, share)).toBe(expected)
    expect(payout({ ...given, store_share_hundredths: share }, 1n)).toBe(expected)
  })

  test('is none with only a commission or only a share', () => {
    expect(rateReferred(rates(commission(800n)), null)).toMatchObject({ source: 'none', share: null })
    expect(payout(commission(800n))).toBe('0.00')
    expect(payout({}, 7000n)).toBe('0.00')
  })

  test('uses the commission of the offer, else of its store, in rupees', () => {
    expect(rateReferred(rates({ ...commission(800n), ...ofStore(1000n) }), 5000n)).toMatchObject({
      commissionOf: 'feed',
      payout: { payout_hundredths: 400n },
    })
    expect(payout({ ...ofStore(100_00n, 'flat'), currency: 'EUR' }, 5000n)).toBe('Rs. 50.00')
  })
})

describe('margin', () => {
  const margin = (given: Partial<Rates>, share: bigint | null = null) => {
    const found = computeMargin(rateReferred(rates(given), share))
    return found && [formatPayout(found.alone), formatPayout(found.referred)]
  }

  test.each([
    ['of a percentage', { ...ofFeed(600n), ...commission(800n) }, ['2.00%', '0.80%']],
    ['of an amount', { ...ofFeed(45_00n, 'flat'), ...commission(45_00n, 'flat') }, ['Rs. 0.00', 'Rs. -9.00']],
    ['rounds a gain down', { ...ofFeed(561n), ...commission(800n) }, ['2.39%', '1.26%']],
    ['rounds a loss up', { ...ofFeed(1n), ...commission(1n) }, ['0.00%', '-0.01%']],
    ['is the commission where nothing is credited', commission(800n), ['8.00%', '8.00%']],
    [
      'is the commission where the payout is in another currency',
      { ...ofFeed(100_00n, 'flat'), currency: 'EUR', ...ofStore(800n) },
      ['8.00%', '8.00%'],
    ],
  ])('%s', (_, given, expected) => expect(margin(given)).toEqual(expected))

  test('is unknown without a commission, or when one is a percentage and the other an amount', () => {
    expect(margin(ofFeed(600n))).toBeNull()
    expect(margin({ ...ofFeed(600n), ...commission(100_00n, 'flat') })).toBeNull()
    expect(margin({ ...ofFeed(100_00n, 'flat'), ...commission(600n) })).toBeNull()
  })

  test.each([
    [500n, 600n, false],
    [501n, 600n, true],
    [600n, 600n, true],
  ])('of payout %d and commission %d loses money: %s', (paid, earned, loses) =>
    expect(losesMoney(rateReferred(rates({ ...ofFeed(paid), ...commission(earned) }), null))).toBe(loses),
  )
})

test('two rates are equal if payout and commission are', () => {
  const of = (given: Partial<Rates>) => rateReferred(rates(given), 5000n)
  expect(isSameRate(of(ofFeed(400n)), of({ ...ofFeed(900n), set_payout_hundredths: 400n }))).toBe(false)
  expect(isSameRate(of(ofFeed(400n)), of(ofFeed(400n)))).toBe(true)
  expect(isSameRate(of(ofFeed(400n)), of({ ...ofFeed(400n), ...commission(800n) }))).toBe(false)
  expect(isSameRate(of({ ...ofFeed(400n), ...commission(800n) }), of(commission(800n)))).toBe(true)
  expect(isSameRate(of(ofFeed(400n)), of({ ...ofFeed(400n), currency: 'EUR' }))).toBe(true)
  expect(isSameRate(of(ofFeed(400n, 'CPS')), of({ ...ofFeed(400n, 'flat') }))).toBe(true)
  expect(isSameRate(of(ofFeed(400n, 'flat')), of({ ...ofFeed(400n, 'flat'), currency: 'EUR' }))).toBe(false)
  expect(isSameRate(of(ofFeed(400n, 'flat')), of(ofFeed(400n)))).toBe(false)
  expect(isSameRate(of({}), of({ payout_model: 'percentage', currency: 'EUR' }))).toBe(true)
})
