import { describe, expect, test } from 'vitest'
import { isRupees } from '~/money'
import { cashbackOf, needsSale } from '~/tracking/rate'

describe('rupees', () => {
  test.each(['Rs.', 'rs', 'RS', 'INR', 'inr', '₹', ' ₹ ', ' Rs. '])('%j are rupees', (currency) => {
    expect(isRupees(currency)).toBe(true)
  })

  test.each(['', 'EUR', 'USD', 'r', 'Rs. 5'])('%j are not', (currency) => {
    expect(isRupees(currency)).toBe(false)
  })
})

describe('the sale', () => {
  const rate = (payout_model: string, payout_hundredths: bigint | null) => ({
    payout_model,
    payout_hundredths,
    currency: 'INR',
  })

  test('has to be known for a percentage, not for a flat payout or for none', () => {
    expect(needsSale(rate('percentage', 500n))).toBe(true)
    expect(needsSale(rate('percentage', 0n))).toBe(true)
    expect(needsSale(rate('percentage', null))).toBe(false)
    expect(needsSale(rate('CPS', 500n))).toBe(false)
    expect(needsSale(rate('CPS', null))).toBe(false)
  })

  test('earns a flat payout whatever its model is called, but for percentage', () => {
    expect(cashbackOf(rate('CPS', 500n), null)).toBe(500n)
    expect(cashbackOf(rate('', 500n), null)).toBe(500n)
    expect(cashbackOf(rate('percentage', 500n), null)).toBe(0n)
  })
})
