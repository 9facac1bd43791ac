import { expect, test } from 'vitest'
import { formatRupees } from '~/platform/formats/money'
import { EXAMPLE_PRICE, formatExample } from '~/domain/tracking/example'
import { readWallet } from '~/domain/wallet/sums.server'
import { clickOn } from '../support/shop'
import { makeOffer, member, receive } from '../wallet/support'

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
  expect(formatExample(given)).toBe(cashback.replace(' ', '\u00a0')),
)

test.each([
  ['a flat payout', rate(250_00n, null, { payout_model: 'flat' })],
  ['a payout in another currency', rate(2_00n, null, { payout_model: 'flat', currency: 'EUR' })],
  ['no payout', rate(null)],
  ['a payout of zero', rate(0n)],
])('%s has no example', (_, given) => expect(formatExample(given)).toBeNull())

test('an example has a price without paise', () => expect(EXAMPLE_PRICE).toBe('Rs.\u00a02,499'))

test.each([
  ['a percentage', { payout_hundredths: 7_00n }],
  ['a percentage with parts of a paisa', { payout_hundredths: 3_33n }],
  ['a percentage above its cap', { payout_hundredths: 7_00n, cap_paise: 100_00n }],
])('an example of %s is what a report of that price brings into the wallet', async (_, facts) => {
  const [id, offer] = [await member(), await makeOffer(facts)]
  const p1 = await clickOn(offer, id)
  await receive({ p1, conversion_id: p1, sale_amount: '2499', status: 'approved' })
  const { available } = await readWallet(id)
  expect(available).toBeGreaterThan(0n)
  expect(formatExample(offer)).toBe(formatRupees(available).replace(' ', '\u00a0'))
})
