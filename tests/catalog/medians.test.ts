/** What a flash sale's rate is compared with. */
import { expect, test } from 'vitest'
import { computeMedian, isAboveMedian, isAboveOrdinary } from '~/domain/catalog/planned-rates'

const span = (value: bigint, seconds: number) => ({ value, seconds })

test.each([
  [[], 0n],
  [[span(500n, 10)], 500n],
  [[span(900n, 10), span(500n, 11)], 500n],
  [[span(900n, 11), span(500n, 10)], 900n],
  [[span(900n, 10), span(500n, 10)], 500n],
  [[span(0n, 40), span(500n, 30), span(900n, 29)], 500n],
])('the median of %o by time is %s', (spans, median) => expect(computeMedian(spans)).toBe(median))

const percent = (hundredths: bigint) => ({ hundredths, model: 'percentage' })
const rupees = (hundredths: bigint) => ({ hundredths, model: 'flat' })

test.each([
  [percent(600n), { percent: 500n, rupees: 0n }, true],
  [percent(500n), { percent: 500n, rupees: 0n }, false],
  [percent(600n), { percent: 500n, rupees: 100_00n }, true],
  [rupees(200_00n), { percent: 500n, rupees: 0n }, false],
  [rupees(200_00n), { percent: 0n, rupees: 0n }, true],
  [percent(0n), { percent: 0n, rupees: 0n }, false],
])('%o is compared with the medians %o in its own unit', (sale, medians, is) =>
  expect(isAboveMedian(sale, medians)).toBe(is),
)

const pays = (payout_hundredths: bigint | null, payout_model = 'percentage', currency = 'Rs.') => ({
  payout_hundredths,
  payout_model,
  currency,
})

test.each([
  [percent(600n), pays(500n), true],
  [percent(600n), pays(600n), false],
  [percent(600n), pays(null), true],
  [percent(600n), pays(10_00n, 'flat', 'EUR'), true],
  [percent(600n), pays(10_00n, 'flat'), false],
  [rupees(20_00n), pays(10_00n, 'flat'), true],
])('%o is compared with what the offer pays without it: %o', (sale, ordinary, is) =>
  expect(isAboveOrdinary(sale, ordinary)).toBe(is),
)
