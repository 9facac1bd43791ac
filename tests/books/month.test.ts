import { describe, expect, test } from 'vitest'
import { endOfMonth, isMonth, nextMonth, findQuarter } from '~/platform/formats/months'

test.each([
  ['2026-10', true],
  ['2026-13', false],
  ['2026-1', false],
  ['1026-10', false],
  ['2026-10-01', false],
])('%s is a month: %s', (text, is) => expect(isMonth(text)).toBe(is))

test('a month ends at midnight in India, before the next one', () => {
  expect(nextMonth('2026-12')).toBe('2027-01')
  expect(endOfMonth('2026-12').toISOString()).toBe('2026-12-31T18:30:00.000Z')
})

describe('the financial year begins in April', () => {
  test.each([
    ['2026-04', '2026-27', 'Q1', '2026-04'],
    ['2026-12', '2026-27', 'Q3', '2026-10'],
    ['2027-01', '2026-27', 'Q4', '2027-01'],
    ['2027-03', '2026-27', 'Q4', '2027-01'],
    ['2099-05', '2099-00', 'Q1', '2099-04'],
  ])('%s is in %s, %s, which begins in %s', (month, year, name, firstMonth) =>
    expect(findQuarter(month)).toEqual({ year, name, firstMonth }),
  )
})
