import { describe, expect, test } from 'vitest'
import { paise } from '~/platform/formats/money'
import {
  readWithdrawalAmount,
  checkTypedAmount,
  findViolation,
  formatWithdrawalRefusal,
} from '~/domain/wallet/withdrawals'

const hold = { until: new Date('2026-11-22T10:15:00Z'), because: 'your UPI ID changed' }
const violationText = (
  amount: string,
  available: bigint,
  hasDetails = true,
  held = false,
  requestedToday = 0,
) => {
  const limits = { least: paise(100n), dailyLimit: 2, requestedToday }
  const wallet = {
    available: paise(available),
    holdingPeriod: null,
    hasDetails,
    hold: held ? hold : null,
    ...limits,
  }
  const refusal = findViolation(readWithdrawalAmount(amount), wallet)
  return refusal && formatWithdrawalRefusal(refusal).text
}

describe('validation order of docs/rules.md#27', () => {
  test.each<[string, Parameters<typeof violationText>]>([
    ['Please enter a valid amount.', ['0', 0n, false, true]],
    ['Please enter a valid amount.', ['1.234', 0n, false, true]],
    ['Please Add Bank or Upi details First!', ['5', 0n, false, true]],
    ['Your wallet amount is empty.', ['5', 0n, true, true]],
    ['You can enter up to ₹1,234.50 only.', ['1,234.51', 1_234_50n, true, true]],
    ['Withdrawals start at Rs. 1.00: less cannot be paid out.', ['0.99', 1_234_50n, true, true, 2]],
    ['Today’s limit of withdrawals (2) is reached. Please try again tomorrow.', ['1', 100n, true, false, 2]],
    [
      'For your safety withdrawals are on hold until 22 Nov 2026, 3:45 pm, because your UPI ID changed.',
      ['1,234.50', 1_234_50n, true, true, 2],
    ],
  ])('the first failing check answers: %s', (text, given) => expect(violationText(...given)).toBe(text))

  test('the whole balance, the minimum amount and the last withdrawal of a day are accepted', () => {
    expect(violationText('1234.5', 1_234_50n)).toBeNull()
    expect(violationText('1', 1_234_50n, true, false, 1)).toBeNull()
  })
})

describe('check while typing', () => {
  const typed = (text: string, available: bigint) => checkTypedAmount(text, paise(available))?.reason ?? null
  test.each([
    ['', 0n, null],
    ['0', 0n, null],
    ['1.', 100n, null],
    ['five', 100n, null],
    ['1', 100n, null],
    ['1.01', 100n, 'over-balance'],
    ['9', 0n, 'empty-wallet'],
  ])('%j with a balance of %s paise gives %s', (text, available, reason) =>
    expect(typed(text, available)).toBe(reason),
  )
})
