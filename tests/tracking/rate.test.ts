import { describe, expect, test } from 'vitest'
import { isRupees, paise } from '~/platform/formats/money'
import { computeCashback, needsSale, computeUncapped } from '~/domain/tracking/promise'

describe('isRupees()', () => {
  test.each(['Rs.', 'rs', 'RS', 'INR', 'inr', '₹', ' ₹ ', ' Rs. '])('accepts %j', (currency) => {
    expect(isRupees(currency)).toBe(true)
  })

  test.each(['', 'EUR', 'USD', 'r', 'Rs. 5'])('rejects %j', (currency) => {
    expect(isRupees(currency)).toBe(false)
  })
})

describe('cashback of a sale', () => {
  const rate = (payout_model: string, payout_hundredths: bigint | null) => ({
    payout_model,
    payout_hundredths,
    currency: 'INR',
    cap_paise: null,
  })

  test('needs the sale amount for a percentage, not for a flat payout or no payout', () => {
    expect(needsSale(rate('percentage', 500n))).toBe(true)
    expect(needsSale(rate('percentage', 0n))).toBe(true)
    expect(needsSale(rate('percentage', null))).toBe(false)
    expect(needsSale(rate('CPS', 500n))).toBe(false)
    expect(needsSale(rate('CPS', null))).toBe(false)
  })

  test('is the flat payout for every model except percentage', () => {
    expect(computeCashback(rate('CPS', 500n), null)).toBe(500n)
    expect(computeCashback(rate('', 500n), null)).toBe(500n)
    expect(computeCashback(rate('percentage', 500n), null)).toBe(0n)
  })

  test.each([
    ['below the cap: the result of the rate', 199_99n, 9_99n],
    ['at the cap: the cap', 200_00n, 10_00n],
    ['above the cap: the cap', 9_000_00n, 10_00n],
  ])('%s', (_, sale, expected) => {
    const capped = { ...rate('percentage', 500n), cap_paise: 10_00n }
    expect(computeCashback(capped, paise(sale))).toBe(expected)
    expect(computeUncapped(capped, paise(sale))).toBe((sale * 5n) / 100n)
  })
})
