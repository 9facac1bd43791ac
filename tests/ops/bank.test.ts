import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import { findDefects } from '~/domain/books/audit.server'
import {
  approveWithdrawal,
  payWithdrawal,
  returnWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import { postNetworkPayment } from '~/domain/books/network-payments.server'
import { rewrite } from '../support/rewrite'
import { requestAmount } from '../wallet/payout-support'
import { click, member, memberWith, typeCommands } from '../wallet/support'
import { networkPayment } from '../support/network-payment'
import { report } from '../support/shop'
import { file as writeFile } from './files'
import { ops, opsJson } from './support'

beforeAll(() => typeCommands('withdrawals'))

const file = (content: string) => writeFile('statement.csv', content)

async function pay(utr: string, amount: string): Promise<number> {
  const user = await memberWith(100_000n)
  const id = await requestAmount(user, amount)
  await approveWithdrawal(id)
  await payWithdrawal(id, utr)
  return id
}

/** Ids by description. */
const ids: Record<string, number> = {}
const DAY = '2026-11-20'

beforeAll(async () => {
  ids.matched = await pay('432198765001', '250')
  ids.differs = await pay('432198765002', '300')
  ids.missing = await pay('432198765003', '40')
  ids.returned = await pay('432198765004', '75')
  await returnWithdrawal(ids.returned, 'Account closed')
  ids.back = await pay('432198765005', '60')
  ids.twice = await pay('AXIS-000006', '80')
  const sale = { sale: 'N1', status: 'approved', amount: '10000', commission: '900' }
  await report('trackier', { click: await click(await member()), ...sale })
  const amount = paise(90_000n)
  const payment = networkPayment({ network: 'trackier', reference: 'N326-012345', paidOn: DAY, amount })
  const paid = await postNetworkPayment(payment)
  ids.network = paid.ok ? paid.id! : 0
  await rewrite(sql`UPDATE withdrawal_steps SET created_at = '2026-11-20 11:00+05:30' WHERE status = 'paid'`)
})

const transfers = async () => (await db.execute(sql`SELECT id FROM ledger_transfers`)).length
const entries = async () => (await db.execute(sql`SELECT id FROM bank_entries`)).length
const plain = (out: string) =>
  out
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean)

const STATEMENT = `Account,XXXX1234
Txn Date,Narration,Chq/Ref No,Withdrawal Amt,Deposit Amt,Balance
20/11/2026,UPI ASHA VERMA,432198765001,250.00,,"1,00,000.00"
20/11/2026,UPI,432198765002,"(3,000.00)",,1
20/11/2026,NEFT/432198765004/CLOSED,,75.00,,1
21/11/2026,RETURN 432198765004,,,75.00,1
20/11/2026,UPI,432198765005,60.00,,1
21/11/2026,UPI RETURN,432198765005,,60.00,1
20/11/2026,UPI,AXIS-000006,80,,1
20/11/2026,UPI,AXIS-000006,80,,1
20/11/2026,NEFT CR TRACKIER,N326012345,,900.00,1
20/11/2026,IMPS CHARGES,,5.90,,1
20/11/2026,IMPS CHARGES,,5.90,,1
21/11/2026,CHARGES REVERSED IMPS CHARGES,,,5.90,1
20/11/2026,RENT,999999999999,"25,000.00",,1
`
const FEES = '--fees "imps charges"'

describe('bank reconcile', () => {
  test('compares in both directions and changes nothing without --yes', async () => {
    const [before, were] = [await transfers(), await entries()]
    const { code, out, err } = await ops(`bank reconcile ${file(STATEMENT)} ${FEES} --dry-run`)
    expect({ code, err }).toEqual({ code: 1, err: '5 differences: nothing is noted of them.\n' })
    expect(plain(out)).toEqual([
      'Notes 9 entries of 13 rows, Rs. 5.90 of it fees.',
      'LINE DAY REFERENCE BANK IS OURS RESULT',
      `3 2026-11-20 432198765001 -250.00 withdrawal ${ids.matched} 250.00 matched`,
      `4 2026-11-20 432198765002 -3,000.00 withdrawal ${ids.differs} 300.00 amounts differ`,
      `5 2026-11-20 NEFT/432198765004/CLOSED -75.00 withdrawal ${ids.returned} 75.00 matched`,
      `6 2026-11-21 RETURN 432198765004 75.00 return ${ids.returned} 75.00 matched`,
      `7 2026-11-20 432198765005 -60.00 withdrawal ${ids.back} 60.00 matched`,
      `8 2026-11-21 432198765005 60.00 return ${ids.back} 60.00 came back: withdrawal ${ids.back} is to be returned`,
      `9 2026-11-20 AXIS-000006 -80.00 withdrawal ${ids.twice} 80.00 matched`,
      `10 2026-11-20 AXIS-000006 -80.00 withdrawal ${ids.twice} 80.00 twice at the bank`,
      `11 2026-11-20 N326012345 900.00 network ${ids.network} 900.00 matched`,
      '12 2026-11-20 IMPS CHARGES -5.90 fee 5.90 matched',
      '13 2026-11-20 IMPS CHARGES -5.90 fee 5.90 matched',
      '14 2026-11-21 CHARGES REVERSED IMPS CHARGES 5.90 fee 5.90 matched',
      '15 2026-11-20 999999999999 -25,000.00 not known here',
      `2026-11-20 432198765003 withdrawal ${ids.missing} 40.00 not at the bank`,
      expect.stringMatching(/^Version [0-9a-f]{12}\.$/),
      'Nothing was done.',
    ])
    const unasked = await ops(`bank reconcile ${file(STATEMENT)} ${FEES}`)
    expect(unasked).toMatchObject({ code: 1, err: expect.stringContaining('Pass --yes') })
    expect([await transfers(), await entries()]).toEqual([before, were])
  })

  test('posts nothing if a line cannot be read, and names each such line', async () => {
    const bad = `${STATEMENT}31/02/2026,UPI,1,5,,1\n20/11/2026,UPI,2,1.234,,1\n20/11/2026,UPI,3,5,5,1\n20/11/2026,UPI,4,,-5,1\n20/11/2026,UPI,5,1,000.00,,1\nTotal\n`
    const { code, out, err } = await ops(`bank reconcile ${file(bad)} ${FEES} --yes`)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(plain(err)).toEqual([
      'line 16: ‘31/02/2026’ is no day',
      'line 17: ‘1.234’ is no amount',
      'line 18: it has a debit and a credit',
      'line 19: a credit below zero',
      'line 20: it has 7 fields, the headings are 6: an amount with commas needs quotes',
      '5 lines refused. Nothing is posted.',
    ])
    expect(await entries()).toBe(0)
  })

  test('records the confirmed entries with --yes and posts the fees once', async () => {
    const before = await transfers()
    const { code, out, err } = await ops(`bank reconcile ${file(STATEMENT)} ${FEES} --yes`)
    expect(out).toContain('Done: notes 9 entries of 13 rows, Rs. 5.90 of it fees.\n')
    expect({ code, err }).toEqual({ code: 1, err: '5 differences: nothing is noted of them.\n' })
    expect([await transfers(), await entries()]).toEqual([before + 3, 9])
    const again = await ops(`bank reconcile ${file(STATEMENT)} ${FEES} --yes`)
    expect(again.out).toContain('Done: notes 0 entries of 13 rows, Rs. 0.00 of it fees.\n')
    expect(again.err).toContain('5 differences')
    expect([await transfers(), await entries()]).toEqual([before + 3, 9])
    expect(await findDefects()).toEqual([])
  })

  test('posts only the additional fee of an overlapping statement in another format', async () => {
    const before = await transfers()
    const other = `\ufeffValue;UTR;Sum;Text\r\n20-Nov-26;432198765001;-250.00;x\r\n20-Nov-26;;-Rs. 5.90;IMPS Charges\r\n20-Nov-26;;-5.90;IMPS Charges\r\n20-Nov-26;;-5.90;IMPS Charges\r\n20-Nov-26;N326012345;1,000;TRACKIER\r\n`
    const columns = '--columns date=Value,utr=UTR,amount=Sum --columns narration=Text'
    const { out } = await ops(`bank reconcile ${file(other)} ${columns} ${FEES} --yes`)
    expect(plain(out)).toContain(`2 2026-11-20 432198765001 -250.00 withdrawal ${ids.matched} 250.00 known`)
    expect(plain(out)).toContain(
      `6 2026-11-20 N326012345 1,000.00 network ${ids.network} 900.00 amounts differ`,
    )
    expect(out).toContain('Done: notes 1 entry of 5 rows, Rs. 5.90 of it fees.')
    expect(await transfers()).toBe(before + 1)
  })

  test('ignores rows named by --other and exits with 0, and still compares our own rows', async () => {
    const shared = `date,narration,utr,amount
2026-11-20,UPI ASHA Rent,432198765001,-250.00
2026-11-20,RENT NOVEMBER,999999999999,-25000.00
2026-11-20,CARD SETTLEMENT 17,888888888888,400.00
`
    const reconcile = (content: string, others: string) =>
      ops(`bank reconcile ${file(content)} ${others} --from 2026-11-25 --dry-run`)
    const half = await reconcile(shared, '--other rent')
    expect(half.code).toBe(1)
    expect(half.err).toContain('1 difference:')
    expect(half.out).toContain('Notes 0 entries of 3 rows, Rs. 0.00 of it fees.\n')
    expect(half.out).toContain('\nNot ours: 1 row.\n')
    const { code, out, err } = await reconcile(shared, '--other rent --other "card settlement"')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(plain(out)).toEqual([
      'Notes 0 entries of 3 rows, Rs. 0.00 of it fees.',
      'LINE DAY REFERENCE BANK IS OURS RESULT',
      `2 2026-11-20 432198765001 -250.00 withdrawal ${ids.matched} 250.00 known`,
      '3 2026-11-20 999999999999 -25,000.00 not ours',
      '4 2026-11-20 888888888888 400.00 not ours',
      'Not ours: 2 rows.',
      expect.stringMatching(/^Version [0-9a-f]{12}\.$/),
      'Nothing was done.',
    ])
    const differs = shared.replace('-250.00', '-260.00')
    expect((await reconcile(differs, '--other rent --other card')).out).toContain('amounts differ')
  })

  test.each(['--fees', '--other'])(
    'refuses an empty text for %s, which would match every row',
    async (option) => {
      const { code, err } = await ops(`bank reconcile ${file(STATEMENT)} ${option} "" --yes`)
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('between 1 and 200 characters') })
    },
  )

  test('reports a payment that appears again on later days', async () => {
    const later = 'date,utr,amount\n2026-11-25,432198765001,250\n'
    const day = '--from 2026-11-25 --to 2026-11-25'
    const { out, err } = await ops(`bank reconcile ${file(later)} ${day} --dry-run`)
    expect(out).toContain('twice at the bank')
    expect(out).toContain('Notes 0 entries of 1 row, Rs. 0.00 of it fees.\n')
    expect(err).toBe('1 difference: nothing is noted of them.\n')
  })

  test('posts the fee of each payment from a fee column', async () => {
    const name = 'date,utr,amount,fee\n2026-11-20,432198765003,40,2.36\n'
    const { code, out } = await ops(`bank reconcile ${file(name)} --from 2026-11-25 --yes`)
    expect(out).toContain('matched, fee 2.36')
    expect(code).toBe(0)
    const again = await ops(`bank reconcile ${file(name)} --from 2026-11-25 --yes`)
    expect(again.out).toContain('notes 0 entries')
    expect(await findDefects()).toEqual([])
  })

  test('has the same rows in JSON and in CSV', async () => {
    const json = await opsJson(`bank reconcile ${file(STATEMENT)} ${FEES} --dry-run`)
    expect(json).toMatchObject({ done: false, entries: 0, fees: '0.00', differences: 4, others: 0 })
    expect(json.rows[1]).toEqual({
      line: 4,
      day: '2026-11-20',
      reference: '432198765002',
      bank: '-3000.00',
      is: `withdrawal ${ids.differs}`,
      ours: '300.00',
      result: 'amounts differ',
    })
    const { out } = await ops(`bank reconcile ${file(STATEMENT)} ${FEES} --dry-run --csv`)
    expect(out.split('\r\n')).toHaveLength(15)
  })
})

test('withdrawals show names the bank statement with the withdrawal', async () => {
  const { out } = await ops(`withdrawals show ${ids.missing}`)
  expect(plain(out.split('On the bank’s statements:\n')[1]!).slice(0, 3)).toEqual([
    'DAY WHAT AMOUNT',
    '2026-11-20 withdrawal Rs. -40.00',
    '2026-11-20 fee Rs. -2.36',
  ])
  const { bank } = await opsJson(`withdrawals show ${ids.returned}`)
  expect(bank).toEqual([
    { kind: 'withdrawal', on_day: '2026-11-20', amount: '-75.00' },
    { kind: 'return', on_day: '2026-11-21', amount: '75.00' },
  ])
})

test('bank list shows the confirmed entries', async () => {
  const { out } = await ops('bank list --from 2026-11-21')
  expect(
    plain(out)
      .slice(1, 3)
      .map((line) => line.split(' ').slice(1, -1).join(' '))
      .toSorted(),
  ).toEqual(['2026-11-21 fee 5.90', `2026-11-21 return withdrawal ${ids.returned} 75.00`])
  expect(await opsJson('bank list --to 2026-11-19')).toEqual([])
})

test.each([
  ['utr,amount\n1,2\n', 'The file has no column for date'],
  ['date,amount\n1,2\n', 'The file has no column for utr'],
  ['date,utr\n1,2\n', 'The file has no column for amount'],
])('the file %j is refused', async (content, message) => {
  const answer = await ops(`bank reconcile ${file(content)}`)
  expect(answer.code).toBe(1)
  expect(answer.err).toContain(message)
})

describe('bank other', () => {
  const other = (ids: number | string) => ops(`bank other ${ids} --yes`)

  test('a payout from another account is no longer missing at the bank, for good', async () => {
    const id = await pay('OTHER-000001', '90')
    const missing = async () => {
      const { out } = await ops(
        `bank reconcile ${file(STATEMENT)} --from 2026-11-20 --to today --dry-run --json`,
      )
      return out.includes('OTHER-000001')
    }
    expect(await missing()).toBe(true)
    expect(await other(id)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Done: notes 1 withdrawal as paid from another account: ${id}.\n`),
    })
    expect((await other(id)).out).toContain('notes 0 withdrawals')
    expect(await missing()).toBe(false)
    expect((await ops(`withdrawals show ${id}`)).out).toMatch(/^\d{4}-\d\d-\d\d +paid from another account /m)
    expect(await findDefects()).toEqual([])
    const line = 'Date,UTR,Debit,Credit\n21/11/2026,OTHER-000001,90.00,\n'
    const late = await ops(`bank reconcile ${file(line)} --yes`)
    expect(late.code).toBe(1)
    expect(late.out).toContain('noted as paid from another account, and is at this one')
    expect(late.out).toContain('notes 0 entries')
  })

  test('a payout in a statement and an unpaid one are refused', async () => {
    expect((await other(ids.matched!)).err).toContain('they left this account')
    expect((await other(`${ids.matched} 999`)).err).toContain('Not paid: 999')
  })
})
