/** The file for the bank, what a spreadsheet does with it, and the bank's own answers. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { payoutBatchItems, payoutBatches } from '~/platform/db/schema/payouts'
import { formatPlain, paise } from '~/platform/formats/money'
import {
  describeAccount,
  digestFile,
  digestRows,
  isSameAccount,
  makeBankTable,
  PRESENT_FORMAT,
  buildBankCsv,
  buildBankWorkbook,
  type Payable,
  leaveBatch,
  makeBatch,
  recordWritten,
  reprintBatch,
} from '~/domain/wallet/bank-files.server'
import { readBankAnswers } from '~/domain/books/bank-answers.server'
import { payWithdrawal, readDestination } from '~/domain/wallet/withdrawal-decisions.server'
import { rewrite } from '../support/rewrite'
import { readWorkbook, reopenCell, widenCell } from '../support/spreadsheet'
import { findWithdrawal, makeApprovedWithdrawal } from './payout-support'
import { typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals'))

const bank = (id: number, amount: bigint, acc_number: string, acc_holder_name: string): Payable => ({
  withdrawal: { id, amount_paise: paise(amount), method: 'bank' },
  to: { acc_number, acc_holder_name, ifsc_code: 'HDFC0000001', bank_name: '' },
})

const ROWS: Payable[] = [
  bank(3, 10_00n, '001234567890123456', 'Meera Iyer'),
  bank(4, 5_00_000_00n, '123456789', 'मीरा अय्यर'),
  bank(5, 5_00_000_01n, '123456789012345678', "D'Souza, J. & Sons"),
  {
    withdrawal: { id: 6, amount_paise: paise(2_50n), method: 'upi' },
    to: { upi: 'asha@okbank' },
  },
]

describe('the bytes of a format never change', () => {
  test.each([
    [
      1,
      `withdrawal,amount,mode,name,account,ifsc,upi,remark,utr,reason
3,10.00,IMPS,Meera Iyer,001234567890123456,HDFC0000001,,DealDwaar withdrawal 3,,
4,500000.00,IMPS,मीरा अय्यर,123456789,HDFC0000001,,DealDwaar withdrawal 4,,
5,500000.01,IMPS,"D'Souza, J. & Sons",123456789012345678,HDFC0000001,,DealDwaar withdrawal 5,,
6,2.50,UPI,,,,asha@okbank,DealDwaar withdrawal 6,,
`,
    ],
    [
      2,
      `withdrawal,amount,mode,name,account,account_check,ifsc,upi,remark,utr,reason
3,10.00,IMPS,Meera Iyer,001234567890123456,18 digits ending 3456,HDFC0000001,,DealDwaar withdrawal 3,,
4,500000.00,IMPS,DealDwaar Member,123456789,9 digits ending 6789,HDFC0000001,,DealDwaar withdrawal 4,,
5,500000.01,NEFT,D Souza J Sons,123456789012345678,18 digits ending 5678,HDFC0000001,,DealDwaar withdrawal 5,,
6,2.50,UPI,,,,,asha@okbank,DealDwaar withdrawal 6,,
`,
    ],
  ])('format %i', (format, csv) => {
    expect(buildBankCsv(makeBankTable(ROWS, format))).toBe(csv.replaceAll('\n', '\r\n'))
  })

  test('the present format is the last of them', () => expect(PRESENT_FORMAT).toBe(2))

  test('the hash over the rows covers number, amount, method and destination, and no order of keys', () => {
    const [row] = ROWS as [Payable]
    const turned = { ...row, to: Object.fromEntries(Object.entries(row.to).toReversed()) }
    expect(digestRows([turned])).toBe(digestRows([row]))
    const others: Payable[] = [
      { ...row, to: { ...row.to, acc_number: '1' } },
      { ...row, to: { ...row.to, bank_name: 'x' } },
      ...[{ id: 4 }, { amount_paise: paise(1n) }, { method: 'upi' as const }].map((change) => ({
        ...row,
        withdrawal: { ...row.withdrawal, ...change },
      })),
    ]
    for (const other of others) expect(digestRows([other])).not.toBe(digestRows([row]))
  })
})

describe('an account number in a spreadsheet', () => {
  const account = fc.stringMatching(/^[0-9]{9,18}$/)

  test('survives ‘parse as number, print’ in the workbook, as every other cell', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(account, fc.constantFrom('=1+1', 'A & <B>', 'Asha Rao')), {
          minLength: 1,
          maxLength: 4,
        }),
        async (accounts) => {
          const rows = accounts.map(([number, name], i) => bank(i + 1, 10_00n, number, name))
          for (const format of [1, PRESENT_FORMAT]) {
            const table = makeBankTable(rows, format)
            const read = readWorkbook(await buildBankWorkbook(table))
            // What is a text is not parsed.
            expect(
              read.map((cells) => cells.map(({ isText, value }) => (isText ? value : reopenCell(value)))),
            ).toEqual(table)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('is not altered in the CSV without being noticed', () => {
    fc.assert(
      fc.property(account, fc.constantFrom(reopenCell, widenCell), (number, spoil) => {
        expect(isSameAccount(number, number)).toBe(true)
        expect(isSameAccount(spoil(number), number)).toBe(spoil(number) === number)
        expect(spoil(describeAccount(number))).toBe(describeAccount(number))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['XXXXXXXX3456', true],
    ['0012****3456', true],
    ['0000000001234567890123456', true],
    ['1234567890123456', false],
    ['XXXX3457', false],
    ['XX56', false],
    ['', false],
  ])('%s is the account 001234567890123456: %s', (cell, isSame) =>
    expect(isSameAccount(cell, '001234567890123456')).toBe(isSame),
  )
})

describe('a batch', () => {
  test('of a stored database has format 1, and its file is printed again as it was', async () => {
    const { id } = await makeApprovedWithdrawal('10', 'bank')
    const withdrawal = await findWithdrawal(id)
    const csv = buildBankCsv(makeBankTable([{ withdrawal, to: readDestination(withdrawal) }], 1))
    const [batch] = await db
      .insert(payoutBatches)
      .values({ made_by: 'asha', count: 1, sum_paise: withdrawal.amount_paise, sha256: digestFile(csv) })
      .returning()
    await db.insert(payoutBatchItems).values({ batch_id: batch!.id, withdrawal_id: id })
    await recordWritten(batch!.id)
    expect(batch).toMatchObject({ format: 1, rows_sha256: null })
    expect(csv).toContain('Asha ऋ Rao')
    expect(await reprintBatch(batch!.id)).toMatchObject({ ok: true, csv })
  })

  test('is refused a reprint when its rows are not those of its hash', async () => {
    await makeApprovedWithdrawal('10')
    const made = await makeBatch('asha', null)
    if (!made.ok) throw new Error(made.reason)
    await recordWritten(made.batch.id)
    expect(await reprintBatch(made.batch.id)).toMatchObject({ ok: true, csv: made.csv, table: made.table })
    await rewrite(sql`UPDATE payout_batches SET rows_sha256 = ${'0'.repeat(64)} WHERE id = ${made.batch.id}`)
    expect(await reprintBatch(made.batch.id)).toEqual({ ok: false, reason: 'changed', undecryptable: [] })
    await rewrite(
      sql`UPDATE payout_batches SET rows_sha256 = ${made.batch.rows_sha256} WHERE id = ${made.batch.id}`,
    )
  })
})

/** Answers as five banks give them: the operator's own columns, our remark where the bank has put it. */
const BANKS: Record<string, { head: string; paid: string; failed: string; open: string }> = {
  HDFC: {
    head: 'Customer Reference No,Bene Name,Bene Account No,IFSC code,Account Type,Amount,Value date,Payment Details 1,Bank Ref No,Transaction Status,Reject Reason',
    paid: 'BATCH1,Asha Rao,ACCOUNT,HDFC0001234,10,AMOUNT,20261128,REMARK,UTR,E,',
    failed: 'BATCH1,Asha Rao,ACCOUNT,HDFC0001234,10,AMOUNT,20261128,REMARK,N9988776655,R,Account closed',
    open: 'BATCH1,Asha Rao,ACCOUNT,HDFC0001234,10,AMOUNT,20261128,REMARK,N9988776655,P,',
  },
  ICICI: {
    head: 'PYMT_PROD_TYPE_CODE,PYMT_MODE,DEBIT_ACC_NO,BNF_NAME,BENE_ACC_NO,BENE_IFSC,AMOUNT,DEBIT_NARR,CREDIT_NARR,PYMT_DATE,REF_NO,STATUS,REJECTION_REASON,UTR_NO',
    paid: 'PAB_VENDOR,IMPS,000405001234,ASHA RAO,ACCOUNT,HDFC0001234,AMOUNT,,REMARK,28-11-2026,R000012,Paid,,UTR',
    failed:
      'PAB_VENDOR,IMPS,000405001234,ASHA RAO,ACCOUNT,HDFC0001234,AMOUNT,,REMARK,28-11-2026,R000013,Rejected,Account closed,',
    open: 'PAB_VENDOR,IMPS,000405001234,ASHA RAO,ACCOUNT,HDFC0001234,AMOUNT,,REMARK,28-11-2026,R000014,Pending for Auth,,',
  },
  SBI: {
    head: 'Sr No,Beneficiary Name,Beneficiary Account No,IFSC Code,Amount,Remarks,Status,UTR No,Reason',
    paid: '1,ASHA RAO,ZEROS,HDFC0001234,"AMOUNT",REMARK,Success,UTR,NA',
    failed: '2,ASHA RAO,ZEROS,HDFC0001234,AMOUNT,REMARK,Failure,NA,Account closed',
    open: '3,ASHA RAO,ZEROS,HDFC0001234,AMOUNT,REMARK,In Process,NA,NA',
  },
  Axis: {
    head: 'Payment Mode,Corporate Account No,Beneficiary Account Number,Beneficiary Name,Transaction Amount,Narration,Transaction UTR,Status,Status Description',
    paid: 'IMPS,910020012345678,MASKED,Asha Rao,AMOUNT,REMARK,UTR,SUCCESS,Transaction processed successfully',
    failed: 'IMPS,910020012345678,MASKED,Asha Rao,AMOUNT,REMARK,,REJECTED,Account closed',
    open: 'IMPS,910020012345678,MASKED,Asha Rao,AMOUNT,REMARK,,INITIATED,With the bank',
  },
  Kotak: {
    head: 'Client_Code,Product_Code,Payment_Type,Payment_Ref_No.,Payment_Date,Dr_Ac_No,Amount,Beneficiary_Name,Beneficiary_Acc_No,Debit_Narration,Credit_Narration,Payment Status,UTR Number,Error Reason',
    paid: 'DEALD,VPAY,IMPS,7,28/11/2026,6411841218,AMOUNT,Asha Rao,ACCOUNT,REMARK,REMARK,Processed,UTR,',
    failed:
      'DEALD,VPAY,IMPS,8,28/11/2026,6411841218,AMOUNT,Asha Rao,ACCOUNT,REMARK,REMARK,Returned,N9988776655,Account closed',
    open: 'DEALD,VPAY,IMPS,9,28/11/2026,6411841218,AMOUNT,Asha Rao,ACCOUNT,REMARK,REMARK,Sent to Bank,,',
  },
}

const REMARKS = (id: number) => [
  `DealDwaar withdrawal ${id}`,
  `DEALDWAAR WITHDRAWAL ${id}`,
  `IMPS/P2A/DEALDWAARWITHDRAWAL${id}/HDFC`,
  `dealdwaar-withdrawal-${id}`,
]

describe('the bank’s own answer', () => {
  let made: { id: number; account: string; amount: string }
  beforeAll(async () => {
    const { id, userId } = await makeApprovedWithdrawal('250', 'bank')
    made = { id, account: `000123${userId}`, amount: '250.00' }
  })

  interface Filled {
    remark?: string
    amount?: string
    account?: string
    utr?: string
  }

  const fill = (row: string, { remark, amount, account, utr = '432198765012' }: Filled = {}) =>
    row
      .replaceAll('REMARK', remark ?? `DealDwaar withdrawal ${made.id}`)
      .replaceAll('AMOUNT', amount ?? made.amount)
      .replaceAll('ACCOUNT', account ?? made.account)
      .replaceAll('ZEROS', `000000${account ?? made.account}`)
      .replaceAll('MASKED', `XXXXXX${(account ?? made.account).slice(-4)}`)
      .replaceAll('UTR', utr)

  const readAnswer = async (bankName: string, row: 'paid' | 'failed' | 'open', filled?: Filled) => {
    const { head, [row]: text } = BANKS[bankName]!
    const answers = await readBankAnswers(`Report of 28/11/2026\n${head}\n${fill(text, filled)}\n`)
    expect(answers).toHaveLength(1)
    return answers[0]!
  }

  describe.each(Object.keys(BANKS))('of %s', (bankName) => {
    test('settles by the remark in each of its forms', async () => {
      for (const remark of REMARKS(made.id))
        expect(await readAnswer(bankName, 'paid', { remark })).toMatchObject({
          id: made.id,
          becomes: 'paid',
          words: '432198765012',
          problem: '',
        })
    })

    test('gives back what failed, with its reason', async () => {
      expect(await readAnswer(bankName, 'failed')).toMatchObject({
        id: made.id,
        becomes: 'refunded',
        words: 'Account closed',
        problem: '',
      })
    })

    test.each<['open' | 'paid' | 'failed', string, Filled | undefined, RegExp]>([
      ['open', 'a status that is not final', undefined, /^the bank says ‘.*’, which is not final/],
      ['paid', 'another amount', { amount: '250.01' }, /^the bank says 250\.01, it is 250\.00$/],
      ['failed', 'another amount', { amount: '25' }, /^the bank says 25, it is 250\.00$/],
      ['paid', 'no amount', { amount: '' }, /^it names withdrawal \d+ and no amount to compare$/],
      ['paid', 'no UTR', { utr: '' }, /^the bank says ‘.*’ and gives no UTR/],
      ['paid', 'a word as UTR', { utr: 'IN-PROCESS' }, /this is no UTR$/],
      ['paid', 'no remark', { remark: 'Salary' }, /^no remark ‘DealDwaar withdrawal’ with its number/],
      ['paid', 'another account', { account: '000999888777' }, /^it names an account of .*: ask the bank/],
      ['failed', 'another account', { account: '000999888777' }, /^it names an account of .*: ask the bank/],
      [
        'paid',
        'a withdrawal that is not there',
        { remark: 'DealDwaar withdrawal 99999999' },
        /^There is no withdrawal/,
      ],
    ])('%s: settles nothing by %s', async (row, _, filled, problem) => {
      expect((await readAnswer(bankName, row, filled)).problem).toMatch(problem)
    })

    test('its second row about the same withdrawal settles neither', async () => {
      const { head, paid, failed } = BANKS[bankName]!
      const answers = await readBankAnswers(`${head}\n${fill(paid)}\n${fill(failed)}\n`)
      expect(answers.map(({ problem }) => problem)).toEqual([
        'line 3 is about the same withdrawal',
        'line 2 is about the same withdrawal',
      ])
    })
  })

  test('passes over a total, and names a row that is not ours', async () => {
    const answers = await readBankAnswers(
      `Narration,Amount,UTR,Status\nDealDwaar withdrawal ${made.id},250,432198765012,Success\nRent,900,432198765013,Success\nTotal,1150,,\n`,
    )
    expect(answers.map(({ line, problem }) => [line, problem])).toEqual([
      [2, ''],
      [3, 'no remark ‘DealDwaar withdrawal’ with its number: it is perhaps not ours'],
    ])
  })

  test.each([
    [
      'a statement',
      'Date,Narration,UTR,Amount,Balance\n28/11/2026,DealDwaar withdrawal 7,432198765012,-250,1000\n',
      'The file has balances: it is a statement: compare it with the books of the bank.',
    ],
    [
      'no amount',
      'Narration,UTR\nDealDwaar withdrawal 7,432198765012\n',
      'no column for withdrawal (withdrawal) or amount',
    ],
    ['no answer', 'Narration,Amount\nDealDwaar withdrawal 7,250\n', 'no column for utr'],
    [
      'three rounded accounts',
      `withdrawal,account,utr\n${[1, 2, 3].map((n) => `${n},12345678901234${n}000,43219876501${n}\n`).join('')}`,
      'a spreadsheet has rounded it',
    ],
  ])('is refused as a whole: %s', async (_, text, message) => {
    await expect(readBankAnswers(text)).rejects.toThrow(message)
  })
})

describe('our file with its last columns filled in', () => {
  const HEAD = 'withdrawal,amount,account,account_check,upi,remark,status,utr,reason'
  let made: { id: number; account: string }
  let upi: number
  beforeAll(async () => {
    const { id, userId } = await makeApprovedWithdrawal('250', 'bank')
    made = { id, account: `000123${userId}` }
    upi = (await makeApprovedWithdrawal('250')).id
  })

  const read = async (cells: Record<string, string>, id = made.id) => {
    const line = HEAD.split(',').map((heading) => cells[heading] ?? '')
    const [row] = await readBankAnswers(`${HEAD}\n${[String(id), ...line.slice(1)].join(',')}\n`)
    return row!
  }

  test.each<[string, () => Record<string, string>, string | RegExp]>([
    [
      'account and check',
      () => ({ account: made.account, account_check: describeAccount(made.account) }),
      '',
    ],
    ['zeros lost in front', () => ({ account: made.account.replace(/^0+/, '') }), /^it names an account of/],
    ['an exponent', () => ({ account: '1.23457E+11' }), /^it names an account of ‘1\.23457E\+11’, ours has/],
    [
      'the check of another row',
      () => ({ account_check: '9 digits ending 6789' }),
      /^it was written for 9 digits/,
    ],
    [
      'the remark of another row',
      () => ({ remark: 'DealDwaar withdrawal 1' }),
      /^its remark names withdrawal 1,/,
    ],
    ['a status that is not final', () => ({ status: 'Pending' }), /which is not final/],
    ['a status nobody knows', () => ({ status: 'Zwischenstand' }), /which is not final/],
    ['a reason beside', () => ({ reason: 'Closed' }), 'it has a UTR and a reason: which of them is it?'],
    ['a good status beside', () => ({ status: 'Success', reason: 'Credited to the account' }), ''],
    [
      'a contradiction',
      () => ({ status: 'Success', reason: 'Returned by the bank' }),
      /^it has a UTR and a reason/,
    ],
  ])('a UTR with %s', async (_, cells, problem) => {
    const row = await read({ utr: '432198765014', ...cells() })
    if (typeof problem === 'string') expect(row.problem).toBe(problem)
    else expect(row.problem).toMatch(problem)
    if (!problem) expect(row.becomes).toBe('paid')
  })

  test.each(['Pending', 'in process', 'IN-PROGRESS', 'Sent to bank', 'Unknown'])(
    'the reason %s gives nothing back',
    async (reason) => {
      expect(await read({ reason })).toMatchObject({ becomes: null, problem: /which is not final/ })
    },
  )

  test('the reason ‘Success’ without a UTR gives nothing back', async () => {
    expect(await read({ reason: 'SUCCESS' })).toMatchObject({
      becomes: null,
      problem: 'the bank says ‘SUCCESS’ and gives no UTR: look it up there',
    })
  })

  test('a UPI ID is compared in any case of its letters', async () => {
    const ours = readDestination(await findWithdrawal(upi)).upi!
    expect((await read({ utr: '432198765015', upi: ours.toUpperCase() }, upi)).problem).toBe('')
    expect((await read({ utr: '432198765015', upi: 'eve@okbank' }, upi)).problem).toMatch(
      /^it names another UPI ID\. A spreadsheet has perhaps changed a file: ask the bank/,
    )
  })

  test('an account that does not open cannot be compared', async () => {
    const { id } = await makeApprovedWithdrawal('10', 'bank')
    const { destination } = await findWithdrawal(id)
    await rewrite(sql`UPDATE withdrawals SET destination = 'k1.AAAA' WHERE id = ${id}`)
    expect((await read({ utr: '432198765016', account: '123456789' }, id)).problem).toMatch(
      /^its account does not open under DATA_KEY/,
    )
    await rewrite(sql`UPDATE withdrawals SET destination = ${destination} WHERE id = ${id}`)
  })

  test('an answer about a withdrawal of two batches gives nothing back, and a UTR settles it', async () => {
    const { id } = await makeApprovedWithdrawal('20')
    const batches: number[] = []
    for (const round of [1, 2]) {
      const batch = await makeBatch('asha', null)
      if (!batch.ok) throw new Error(batch.reason)
      await recordWritten(batch.batch.id)
      batches.push(batch.batch.id)
      if (round === 1) await leaveBatch([id], 'Wrong format')
    }
    const failed = await read({ reason: 'Invalid file' }, id)
    expect(failed.problem).toBe(
      `it was in batch ${batches[0]} and is in ${batches[1]}: where this answers ${batches[1]}, return it by hand, even so`,
    )
    expect((await read({ utr: '432198765017' }, id)).problem).toBe('')
    await payWithdrawal(id, '432198765017')
    expect(await read({ utr: '432198765017' }, id)).toMatchObject({ problem: '', settled: true })
  })

  test('amounts are those of the file', async () => {
    const { amount_paise } = await findWithdrawal(made.id)
    expect((await read({ utr: '432198765014', amount: formatPlain(amount_paise) })).problem).toBe('')
    expect((await read({ utr: '432198765014', amount: '1' })).problem).toBe('the bank says 1, it is 250.00')
  })
})
