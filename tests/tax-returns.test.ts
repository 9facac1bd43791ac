/** Which rows of the books the GST portal takes, by GSTIN, number, rate and day. */
import { describe, expect, test } from 'vitest'
import { findRate, listInvoiceRows } from '~/domain/books/tax-returns'
import type { SettlementRow } from '~/domain/books/months/figures.server'
import { formatPlaceOfSupply, isGstin, isTan } from '~/platform/formats/tax-ids'

const GSTIN = '27AAPFU0939F1ZV'

describe('a GSTIN', () => {
  test.each([GSTIN, '29AAGCB7383J1Z4', '33AAACH7409R1Z8'])('%s is one', (text) => {
    expect(isGstin(text)).toBe(true)
  })
  test.each([
    ['of another check digit', '27AAPFU0939F1ZW'],
    ['of no state', '40AAPFU0939F1ZV'],
    ['in small letters', GSTIN.toLowerCase()],
    ['with a blank', `${GSTIN} `],
    ['cut', GSTIN.slice(0, -1)],
    ['of two swapped characters', '27AAPFU0993F1ZV'],
  ])('%s is none', (_, text) => {
    expect(isGstin(text)).toBe(false)
  })
  test('names the place of supply', () => {
    expect(formatPlaceOfSupply(GSTIN)).toBe('27-Maharashtra')
    expect(formatPlaceOfSupply('99')).toBeNull()
  })
})

test.each([
  ['MUMA12345B', true],
  ['MUM12345B', false],
  ['muma12345b', false],
])('%s is a TAN: %s', (text, is) => {
  expect(isTan(text)).toBe(is)
})

test.each([
  [100_00n, 18_00n, 1800n],
  [333_33n, 60_00n, 1800n],
  [100_00n, 5_00n, 500n],
  [100_00n, 81_00n, null],
  [100_00n, 0n, null],
  // One paisa of a small sum fits several rates.
  [4n, 1n, null],
])('the GST of %s paise and %s paise has the rate %s', (taxable, gst, rate) => {
  expect(findRate(taxable, gst)).toBe(rate)
})

const row = (more: Partial<SettlementRow>): SettlementRow => ({
  id: '1',
  network: 'trackier',
  kind: 'payment',
  reference: 'UTR1',
  invoice: 'DD-7',
  basis: 'invoice',
  day: '2026-10-20',
  commission: '100000',
  gst: '18000',
  tds: '0',
  corrects: null,
  ...more,
})

const list = (...rows: SettlementRow[]) => listInvoiceRows(rows, '2026-10', new Map([['trackier', GSTIN]]))

test('payments of one invoice are one row', () => {
  expect(list(row({}), row({ id: '2', commission: '50000', gst: '9000' }))).toEqual({
    invoices: [
      {
        gstin: GSTIN,
        number: 'DD-7',
        day: '2026-10-20',
        place: '27-Maharashtra',
        rate: 1800n,
        taxable: 150000n,
        gst: 27000n,
      },
    ],
    leftOut: [],
  })
})

test('an invoice that was cancelled in its month is in neither list', () => {
  const cancelled = row({ kind: 'cancellation', commission: '-100000', gst: '-18000' })
  expect(list(row({ kind: 'invoice' }), cancelled)).toEqual({ invoices: [], leftOut: [] })
})

test.each([
  ['without a number', { basis: 'payment', invoice: null }, 'no-invoice'],
  ['of an invoice without its day', { basis: 'payment' }, 'no-day'],
  [
    'without a number that takes back an earlier one',
    { basis: 'payment', invoice: null, commission: '-100000', gst: '-18000' },
    'taken-back',
  ],
  ['that is GST alone', { commission: '0' }, 'no-rate'],
  ['of an earlier month', { day: '2026-09-30' }, 'earlier'],
  ['of a network without a GSTIN', { network: 'impact' }, 'no-gstin'],
  ['whose number the portal does not take', { invoice: 'DD 7 of October' }, 'unfit-number'],
  ['of no single rate', { gst: '17000' }, 'no-rate'],
  ['that takes back an earlier one', { commission: '-100000', gst: '-18000' }, 'taken-back'],
] as const)('a row %s is left out', (_, more, why) => {
  expect(list(row(more))).toEqual({ invoices: [], leftOut: [expect.objectContaining({ why })] })
})

test('a row that is left out names the invoice that was typed, whether its day is known or not', () => {
  const { leftOut } = list(row({ basis: 'payment' }), row({ id: '2', invoice: 'DD 7 of October' }))
  expect(leftOut.map(({ number, why }) => [number, why])).toEqual([
    ['DD-7', 'no-day'],
    ['DD 7 of October', 'unfit-number'],
  ])
})
