import { describe, expect, test } from 'vitest'
import {
  classifyCredit,
  formatGrouped,
  formatPayout,
  formatRupees,
  formatSigned,
} from '~/platform/formats/money'

describe('formatted amounts', () => {
  test.each([
    [0n, 'Rs. 0.00'],
    [5n, 'Rs. 0.05'],
    [99999n, 'Rs. 999.99'],
    [100000n, 'Rs. 1,000.00'],
    [12345650n, 'Rs. 1,23,456.50'],
    [1234567890n, 'Rs. 1,23,45,678.90'],
    [-250n, 'Rs. -2.50'],
  ])('%d paise are in rupees with Indian grouping', (value, text) => expect(formatRupees(value)).toBe(text))
  test('have a sign for movements', () => {
    expect(formatSigned(4000n)).toBe('+Rs. 40.00')
    expect(formatSigned(-20050n)).toBe('−Rs. 200.50')
  })
  test('can omit the currency', () => expect(formatGrouped(123450n)).toBe('1,234.50'))
})

test('formatPayout() returns 0.00, a percentage, or the currency and the amount', () => {
  const payout = (payout_hundredths: bigint | null, payout_model: string, currency = 'Rs.') =>
    formatPayout({ payout_hundredths, payout_model, currency })
  expect(payout(null, 'percentage')).toBe('0.00')
  expect(payout(800n, 'percentage')).toBe('8.00%')
  expect(payout(25000n, 'flat')).toBe('Rs. 250.00')
  expect(payout(1250050n, 'cpa', 'USD')).toBe('USD 12,500.50')
  expect(payout(123456700n, 'flat')).toBe('Rs. 12,34,567.00')
})

test('classifyCredit() credits only a positive percentage or amount in rupees', () => {
  const credit = (payout_hundredths: bigint | null, payout_model: string, currency = 'Rs.') =>
    classifyCredit({ payout_hundredths, payout_model, currency })
  expect(credit(null, 'percentage')).toBe('nothing')
  expect(credit(0n, 'flat')).toBe('nothing')
  expect(credit(800n, 'percentage', 'EUR')).toBe('cashback')
  expect(credit(25000n, 'flat', 'INR')).toBe('cashback')
  expect(credit(200n, 'flat', 'EUR')).toBe('foreign')
})
