/** Reading amounts, dates and tables from files of banks and networks. */
import { describe, expect, test } from 'vitest'
import { SPREADSHEET } from '~/platform/formats/amounts'
import { readAmountCell, readDayCell } from '~/platform/formats/table-cells'
import { findReferences } from '~/domain/books/bank/match-bank'
import { BANK_HEADINGS, readBankStatement } from '~/domain/books/bank'
import { readTable } from '~/platform/formats/table-file'
import { BadFile, decodeText } from '~/platform/formats/text-file'

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

/** As the banks' sites write them; each has the payments of 250 and 10 rupees, and 75 that came in. */
const STATEMENTS: Record<string, string> = {
  ICICI: `,,,,,,,,
,Transactions List - DEALDWAAR (INR) - 000405001234,,,,,,,
,S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
,1,28/11/2026,28/11/2026,-,UPI/432198765012/DealDwaar withd/asha.verma@demo/Demo Bank,250.00,0.00,250000.00
,2,28/11/2026,28/11/2026,-,MMT/IMPS/432198765013/DealDwaar/MEERA IYER/HDFC0000001,10.00,0.00,249990.00
,3,29/11/2026,29/11/2026,-,NEFT-N326012345-TRACKIER,0.00,75.00,250065.00
,,,,,,,,
,Legends Used in Account Statement,,,,,,,
,1.,UPI,Unified Payments Interface,,,,,
`,
  SBI: `Account Name       :\tMr. DEALDWAAR
Address            :\tMUMBAI
Account Number     :\t_00000012345678901

Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance
28 Nov 2026\t28 Nov 2026\tTO TRANSFER-UPI/DR/432198765012/ASHA/DEMO/asha.verma/--\tTRANSFER TO 4897692162090 / \t 250.00\t \t2,50,000.00
28 Nov 2026\t28 Nov 2026\tTO TRANSFER-INB IMPS432198765013/9000000003/XX3456/\tMOB0001 / MEERA \t 10.00\t \t2,49,990.00
29 Nov 2026\t29 Nov 2026\tBY TRANSFER-NEFT*N326012345*TRACKIER\tTRANSFER FROM 99 / \t \t75.00\t2,50,065.00
**This is a computer generated statement and does not require a signature
`,
  Axis: `Name :- DEALDWAAR
Statement of Account No - 917020012345678 for the period (From : 28-11-2026 To : 29-11-2026)

Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL
,,OPENING BALANCE, , ,250250.00,
28-11-2026,,UPI/P2A/432198765012/ASHA VERMA/DEMO BANK/,250.00, ,250000.00,123
28-11-2026,,IMPS/P2A/432198765013/MEERAIYER/HDFC,10.00, ,249990.00,123
29-11-2026,,NEFT/N326012345/TRACKIER, ,75.00,250065.00,123
,,TRANSACTION TOTAL,260.00,75.00,,
++++ End of Statement ++++
`,
  Kotak: `Account No:,1234567890
Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr
1,28-11-2026,28-11-2026,UPI/ASHA VERMA/432198765012/DealDwaar,UPI-432198765012,250.00,DR,"2,50,000.00",CR
2,28-11-2026,28-11-2026,IMPS/MEERA IYER,IMPS-432198765013,10.00,DR,"2,49,990.00",CR
3,29-11-2026,29-11-2026,NEFT TRACKIER,N326012345,75.00,CR,"2,50,065.00",CR
Opening balance as on 28/11/2026 INR 2
`,
  HDFC: `HDFC BANK Ltd.,,,,,,
,,,,,,
********,**********************************,************,********,************,************,************
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
********,**********************************,************,********,************,************,************
28/11/26,UPI-ASHA VERMA-ASHA.VERMA@DEMO,0000432198765012,28/11/26,250.00,,250000.00
28/11/26,IMPS-MEERA IYER,0000432198765013,28/11/26,10.00,,249990.00
29/11/26,NEFT CR-TRACKIER,N326012345,29/11/26,,75.00,250065.00
********,**********************************,************,********,************,************,************
,,,,,,
STATEMENT SUMMARY :-,,,,,,
Opening Balance,,Debits,Credits,Closing Bal,,
250250.00,,260.00,75.00,250065.00,,
Generated On: 30-Nov-2026,,,,,,
`,
}

describe.each(Object.entries(STATEMENTS))('the statement of %s, as downloaded', (_, text) => {
  const listMoves = (given: string) => {
    const { rows, refused } = readBankStatement(given, BANK_HEADINGS)
    expect(refused).toEqual([])
    return rows.map((row) => [row.direction, row.amount, findReferences(row)] as const)
  }
  const EXPECTED = [
    ['out', 250_00n, '432198765012'],
    ['out', 10_00n, '432198765013'],
    ['in', 75_00n, 'N326012345'],
  ]
  const shapes: [string, (text: string) => Uint8Array][] = [
    ['in UTF-8', (given) => Buffer.from(given)],
    ['with a mark', (given) => Buffer.from(`\ufeff${given}`)],
    ['in UTF-16', (given) => Buffer.from(`\ufeff${given}`, 'utf16le')],
    ['with CRLF', (given) => Buffer.from(given.replaceAll('\n', '\r\n'))],
    ['with CR', (given) => Buffer.from(given.replaceAll('\n', '\r'))],
  ]

  test.each(shapes)('%s has its three movements', (_name, write) => {
    const moves = listMoves(decodeText(write(text)))
    expect(moves.map(([direction, amount]) => [direction, amount])).toEqual(
      EXPECTED.map(([direction, amount]) => [direction, amount]),
    )
    for (const [at, [, , reference]] of EXPECTED.entries()) expect(moves[at]![2]).toContain(reference)
  })
})

describe('a damaged file', () => {
  test.each<[string, Uint8Array, string]>([
    ['Windows-1252', Buffer.from([100, 10, 0xe9]), 'The file is not UTF-8: line 2 has a damaged character.'],
    ['UTF-16 without a mark', Buffer.from('date', 'utf16le'), 'The file is not UTF-8: line 1'],
    ['a workbook', Buffer.from('PK\u0003\u0004'), 'The file is a workbook or an archive'],
  ])('%s is refused', (_, bytes, words) => expect(() => decodeText(bytes)).toThrow(words))

  test('half a row at the end is refused with its line', () => {
    const { rows, refused } = readBankStatement(
      'date,utr,amount\n2026-11-21,432198765012,-250\n2026-11-2',
      BANK_HEADINGS,
    )
    expect([rows.length, refused]).toEqual([1, [{ line: 3, reason: 'it has 1 fields, the headings are 3' }]])
  })
})
