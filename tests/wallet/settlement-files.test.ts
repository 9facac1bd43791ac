/** Reading amounts, dates and tables from files of banks and networks. */
import { describe, expect, test } from 'vitest'
import { SPREADSHEET } from '~/formats/amounts'
import { readAmountCell, readDayCell } from '~/wallet/settlement/cells'
import { readTable } from '~/formats/table-file'
import { BadFile } from '~/formats/text-file'

describe('readAmountCell()', () => {
  test.each([
    ['1,23,456.50', 12345650n],
    ['123,456.50', 12345650n],
    ['Rs. 1,000', 100000n],
    ['₹ 99', 9900n],
    ['INR 10.5', 1050n],
    ['1,000/-', 100000n],
    ['100.0000', 10000n],
    ['-250.00', -25000n],
    ['\u2212250', -25000n],
    ['250-', -25000n],
    ['(250.00)', -25000n],
    ['(Rs. 1,500.25)', -150025n],
    ['250.00 Dr', -25000n],
    ['250.00 CR.', 25000n],
    ['+5', 500n],
    ['\u00a01,000.00\u00a0', 100000n],
    ['₨ 5 ', 500n],
    ['0', 0n],
    ['999999999.99', 99999999999n],
  ])('%j is read', (text, value) => expect(readAmountCell(text, SPREADSHEET)).toBe(value))

  test.each([
    '',
    'abc',
    '1.234,50',
    '1,23',
    '1,2345',
    '1,234,56,789',
    '1²',
    '12.345',
    '1 000',
    '-(5)',
    '-5 Dr',
    '--5',
    '(5',
    '5%',
    '$5',
    '1e3',
    '.5',
    '1234567890',
  ])('%j is not an amount', (text) => expect(readAmountCell(text, SPREADSHEET)).toBeNull())
})

describe('readDayCell()', () => {
  test.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21 10:22:03', '2026-11-21'],
    ['2026-11-21T10:22:03Z', '2026-11-21'],
    ['21/11/2026', '2026-11-21'],
    ['1-2-26', '2026-02-01'],
    ['21-Nov-2026', '2026-11-21'],
    ['21 November 2026, 10:22 pm', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
  ])('%j is read', (text, day) => expect(readDayCell(text)).toBe(day))

  test.each(['', '11/21/2026', '30/02/2026', '21-Foo-2026', '0000-01-01', '46347', 'today'])(
    '%j is not a date',
    (text) => expect(readDayCell(text)).toBeNull(),
  )
})

describe('readTable()', () => {
  const headings = { day: ['date'], utr: ['UTR no.', 'ref'], amount: ['amount'] }
  const read = (text: string) => readTable(text, headings, [['utr'], ['amount', 'day']])
  const cells = (text: string) =>
    read(text).rows.map(({ line, cell }) => [line, cell('day'), cell('utr'), cell('amount')])
  const EXPECTED = [
    [2, '2026-11-21', 'U1', '1,000.00'],
    [3, '2026-11-22', 'U2', '5'],
  ]

  test.each([
    ['as it is', 'date,ref,amount\n2026-11-21,U1,"1,000.00"\n2026-11-22,U2,5\n'],
    ['in another order', 'amount,date,ref\n"1,000.00",2026-11-21,U1\n5,2026-11-22,U2\n'],
    ['with other spellings', 'Amount, DATE ,utr_no\n"1,000.00",2026-11-21,U1\n5,2026-11-22,U2\n'],
    ['with a byte order mark', '\ufeffdate,ref,amount\n2026-11-21,U1,"1,000.00"\n2026-11-22,U2,5\n'],
    ['with CRLF', 'date,ref,amount\r\n2026-11-21,U1,"1,000.00"\r\n2026-11-22,U2,5\r\n'],
    ['with semicolons', 'date;ref;amount\n2026-11-21;U1;1,000.00\n2026-11-22;U2;5\n'],
    ['with tabs', 'date\tref\tamount\n2026-11-21\tU1\t1,000.00\n2026-11-22\tU2\t5\n'],
    ['with blank fields at the end', 'date,ref,amount\n2026-11-21,U1,"1,000.00",,\n2026-11-22,U2,5,\n'],
    ['with apostrophes', 'date,ref,amount\n2026-11-21,\'U1,"1,000.00"\n\'2026-11-22,U2,5\n'],
  ])('reads a table %s', (_, text) => expect(cells(text)).toEqual(EXPECTED))

  test('skips lines before the headings and empty lines, and keeps line numbers', () => {
    expect(cells('Account,12345\nFrom,1 Nov\n\ndate,ref,amount\n,,\n2026-11-21,U1,7\n')).toEqual([
      [6, '2026-11-21', 'U1', '7'],
    ])
  })

  test('refuses a malformed row with its line number and reads the others', () => {
    const { rows, refused } = read('date,ref,amount\n2026-11-21,U1,1,000.00\nTotal\n2026-11-22,U2,5\n')
    expect(rows.map(({ line }) => line)).toEqual([4])
    expect(refused).toEqual([
      { line: 2, reason: 'it has 4 fields, the headings are 3: an amount with commas needs quotes' },
      { line: 3, reason: 'it has 1 fields, the headings are 3' },
    ])
  })

  test.each([
    ['', 'The file is empty.'],
    ['a,b\n1,2\n', 'The file has no column for utr (UTR no., ref). Line 1 fits best: a, b.'],
    ['ref,b\n1,2\n', 'The file has no column for amount (amount) or day (date).'],
    ['ref,amount,Amount\n1,2,3\n', 'The file has two columns amount'],
    ['d\0a\0t\0e\0', 'The file is not UTF-8'],
    ['ref,amount\n"U1,5\n', 'The file is no CSV: '],
  ])('%j is refused as a whole', (text, message) => {
    expect(() => read(text)).toThrow(BadFile)
    expect(() => read(text)).toThrow(message)
  })
})
