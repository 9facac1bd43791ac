import { expect, test } from 'vitest'
import { formatRupees, paise } from '~/platform/formats/money'
import { EXAMPLE_PRICE, giveExample } from '~/domain/tracking/example'
import { computeCashback } from '~/domain/tracking/promise'

const rate = (payout_hundredths: bigint | null, cap_paise: bigint | null = null, more = {}) => ({
  payout_hundredths,
  payout_model: 'percentage',
  currency: 'Rs.',
  cap_paise,
  ...more,
})

test.each([
  ['7% of it', rate(7_00n), 'Rs. 174.93'],
  ['a part of a paisa is dropped', rate(3_33n), 'Rs. 83.21'],
  ['the cap, where it is less', rate(7_00n, 100_00n), 'Rs. 100.00'],
  ['the whole, where the cap is more', rate(7_00n, 200_00n), 'Rs. 174.93'],
])('an example of Rs. 2,499 brings %s', (_, given, cashback) =>
  expect(giveExample(given)).toBe(cashback.replace(' ', '\u00a0')),
)

test.each([
  ['a flat payout', rate(250_00n, null, { payout_model: 'flat' })],
  ['a payout in another currency', rate(2_00n, null, { payout_model: 'flat', currency: 'EUR' })],
  ['no payout', rate(null)],
  ['a payout of zero', rate(0n)],
])('%s has no example', (_, given) => expect(giveExample(given)).toBeNull())

test('an example has a price without paise', () => expect(EXAMPLE_PRICE).toBe('Rs.\u00a02,499'))

test('an example is what a sale of that price is credited, for each rate and cap', () => {
  for (let n = 1n; n <= 100_00n; n += 37n)
    for (const cap of [null, n * 7n]) {
      const credited = computeCashback(rate(n, cap), paise(2_499_00n))
      expect(giveExample(rate(n, cap))).toBe(formatRupees(credited).replace(' ', '\u00a0'))
    }
})
