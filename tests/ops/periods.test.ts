// Closes October of october.ts (figures calculated by hand), tries each command with a typed day, and reopens it.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { closeMonth } from '~/domain/books/month-end.server'
import { listCloses, type Close, type Ends } from '~/domain/books/closed-months.server'
import { makePeriodFiles } from '~/domain/books/month-files.server'
import { rewrite } from '../support/rewrite'
import { byCommand } from '../wallet/support'
import { ops, opsAs, opsDone, opsJson, setComparing } from './support'
import { itWas, liveOctober, meena, reported } from './october'

const MONTH = '2025-10'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-periods-'))
beforeAll(() => setComparing(false))
afterAll(() => {
  setComparing(true)
  fs.rmSync(folder, { recursive: true, force: true })
})
let serial = 0
const newFolder = () => path.join(folder, String(++serial))

async function close(month = MONTH): Promise<{ place: string; sha256: string }> {
  const place = newFolder()
  const { sha256 } = JSON.parse(await opsDone(`books close ${month} --yes --json --out`, place)) as {
    sha256: string
  }
  return { place, sha256 }
}

const read = (place: string, name: string) => fs.readFileSync(path.join(place, name), 'utf8')
const MARK = '\ufeff'
const lines = (place: string, name: string) => read(place, name).replace(MARK, '').trimEnd().split('\r\n')
/** Without the quotes of cells that have a comma. */
const cells = (line: string) =>
  line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"(.*)"$/, '$1'))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

beforeAll(async () => {
  await liveOctober()
  const paid = '--amount 1156 --tds 20 --gst 176 --yes --utr'
  await opsDone(
    `networks paid trackier --date 2025-10-28 --invoice DD-7 --invoiced-on 2025-10-20 ${paid} TRACKIER-10`,
  )
  await opsDone('networks paid impact --date 2025-10-29 --amount 360 --gst 60 --yes --utr 432198765012')
  await itWas('2025-10-29')
  await rewrite(
    sql`UPDATE network_settlements SET created_at = '2025-10-29 12:00+05:30'`,
    sql`UPDATE network_settlement_items SET created_at = '2025-10-29 12:00+05:30'`,
  )
  // November: a sale is cancelled.
  await reported(['T10'], 'cancelled')
  await itWas('2025-11-10')
})

describe('a close is refused', () => {
  const thisMonth = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7)
  test.each([
    ['of a month that has not ended', thisMonth, 'has not ended'],
    ['of what is no month', '2025-13', 'such as 2026-10'],
  ])('%s', async (_, month, says) => {
    const place = newFolder()
    expect((await ops(`books close ${month} --yes --out ${place}`)).err).toContain(says)
    expect((await ops(`books close ${month} --dry-run`)).err).toContain(says)
    expect(fs.existsSync(place)).toBe(false)
  })

  test('while a transaction that posts is open', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => (begun = resolve))
    const open = db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO operator_log (os_user, command, seal) VALUES ('a test', 'waits', '1')`)
      begun()
      await held
      tx.rollback()
    })
    await isBegun
    expect(await closeMonth(MONTH, 'a test', { patience: 0 })).toMatchObject({ reason: 'writers' })
    release()
    await expect(open).rejects.toThrow('Rollback')
  })
})

describe('October is closed', () => {
  let first: Awaited<ReturnType<typeof close>>
  let looked: string
  let withoutFolder: Awaited<ReturnType<typeof ops>>
  beforeAll(async () => {
    looked = await opsDone('books close 2025-10 --dry-run')
    withoutFolder = await ops('books close 2025-10 --yes')
    first = await close()
  })

  test('a dry run closes nothing, and without a folder for its files nothing is closed', () => {
    expect(looked).toContain('Closes 2025-10.\n')
    expect(withoutFolder).toMatchObject({ code: 2, err: 'Pass --out FOLDER for the files of the month.\n' })
  })

  test('SHA256SUMS lists the hash of each file, and its own is that of the close', async () => {
    const sums = read(first.place, 'SHA256SUMS')
    for (const line of sums.trimEnd().split('\n')) {
      const [hash, name] = line.split('  ')
      expect({ name, hash: sha256(read(first.place, name!)) }).toEqual({ name, hash })
    }
    expect(sha256(sums)).toBe(first.sha256)
    expect(await opsDone('books periods')).toContain(first.sha256)
  })

  test('the trial balance has the balances computed by hand', () => {
    const rows = lines(first.place, 'trial-balance.csv').map(cells)
    const closing = Object.fromEntries(rows.slice(1, -1).map((row) => [row[0], row[7] || `-${row[8]}`]))
    expect(closing).toEqual({
      // 200 returned less 1,800 paid, and 1,156 + 360 of networks.
      bank: '-84.00',
      // 3,700 - 1,000 (trackier: 1,156 + 20 - 176) - 300 (impact: 360 - 60).
      network_receivable: '2400.00',
      tds_receivable: '20.00',
      gst_payable: '-236.00',
      user_debt: '100.00',
      user_available: '-1190.00',
      payout_clearing: '-300.00',
      commission_income: '-3700.00',
      cashback_expense: '2800.00',
      referral_expense: '190.00',
      pending_contra: '350.00',
      user_pending: '-350.00',
    })
    const total = rows.at(-1)!
    expect([total[5], total[7]]).toEqual([total[6], total[8]])
  })

  test('GST counts at the invoice where its day is recorded, else at the payment, and says which', () => {
    expect(lines(first.place, 'gst.csv').slice(1)).toEqual([
      '2025-10-20,invoice,trackier,payment,1,DD-7,TRACKIER-10,1000.00,176.00,',
      "2025-10-29,payment,impact,payment,2,,'432198765012,300.00,60.00,",
    ])
  })

  test('a reference of digits stays a text in a spreadsheet, but not in files of earlier releases', async () => {
    const [{ month, ends }] = (await listCloses(db)) as [Close]
    const gst = async (of: Ends) => (await makePeriodFiles(db, { month, ends: of })).files.get('gst.csv')
    expect(await gst(ends)).toBe(read(first.place, 'gst.csv'))
    const { keeps_ids: _, ...earlier } = ends
    expect(await gst(earlier)).toContain(',432198765012,')
  })

  test('each CSV begins with a byte order mark, but not in files of earlier releases', async () => {
    const [{ month, ends }] = (await listCloses(db)) as [Close]
    const { files } = await makePeriodFiles(db, { month, ends })
    const { has_marks: _, ...earlier } = ends
    const { files: former } = await makePeriodFiles(db, { month, ends: earlier })
    for (const [name, content] of files) {
      expect([name, content.startsWith(MARK)]).toEqual([name, name.endsWith('.csv')])
      if (name.endsWith('.csv')) expect(content).toBe(MARK + former.get(name))
    }
  })

  test('one line ties the GST of the files to the account', async () => {
    expect(await opsDone('books files 2025-10 --out', newFolder())).toContain(
      'GST of all gst.csv up to 2025-10: Rs. 236.00 = GST payable at its end Rs. 236.00.',
    )
  })

  test('TDS is by deductor and quarter of the financial year', () => {
    expect(lines(first.place, 'tds.csv').slice(1)).toEqual(['2025-26,Q3,trackier,2025-10,20.00,20.00'])
  })

  test('liabilities has what is owed to members and the state, and what members owe', () => {
    expect(lines(first.place, 'liabilities.csv').slice(1)).toEqual([
      'user_debt,Debts of members,1,,100.00',
      'user_available,Wallets of members,3,1190.00,',
      'payout_clearing,Withdrawals in transit,1,300.00,',
      'gst_payable,GST payable,1,236.00,',
    ])
  })

  test('the open commission by age adds up to the receivable', () => {
    expect(lines(first.place, 'ageing.csv').slice(1)).toEqual([
      'admitad,360.00,0.00,0.00,0.00,360.00,0.00',
      'impact,1140.00,0.00,0.00,0.00,1140.00,0.00',
      'trackier,900.00,0.00,0.00,0.00,900.00,0.00',
    ])
  })

  test('each voucher debits and credits the same, and together they move what the accounts moved', () => {
    const rows = lines(first.place, 'vouchers.csv').map(cells)
    expect(rows[0]).toEqual([
      'Date',
      'Voucher Type',
      'Voucher Number',
      'Ledger',
      'Debit',
      'Credit',
      'Narration',
    ])
    const pairs = new Map<string, string[][]>()
    for (const row of rows.slice(1)) pairs.set(row[2]!, [...(pairs.get(row[2]!) ?? []), row])
    for (const [debit, credit] of pairs.values()) expect(debit![4]).toBe(credit![5])
    const bank = rows.filter((row) => row[3] === 'Bank')
    const paise = (text: string | undefined) => BigInt((text || '0.00').replace('.', ''))
    expect(bank.reduce((sum, row) => sum + paise(row[4]) - paise(row[5]), 0n)).toBe(-84_00n)
    expect(bank.map((row) => `${row[1]} ${row[4]}${row[5]} ${row[6]}`)).toContain(
      'Receipt 980.00 received: trackier payment TRACKIER-10, invoice DD-7',
    )
  })

  test('books files writes the same bytes', async () => {
    const place = newFolder()
    await opsDone('books files 2025-10 --out', place)
    for (const name of fs.readdirSync(first.place)) expect(read(place, name)).toBe(read(first.place, name))
    expect((await ops(`books files 2025-10 --out ${place}`)).err).toContain('is there already')
  })

  test.each([
    ['a payment of a network', 'networks paid impact --amount 100 --utr LATE --yes --date 2025-10-31'],
    ['an older payment', 'networks paid impact --amount 100 --utr LATE --yes --date 2025-08-31'],
    [
      'the day of an invoice',
      'networks paid impact --amount 100 --utr LATE --yes --date today --invoice 9 --invoiced-on 2025-10-31',
    ],
  ])('%s in it is refused with the first open day', async (_, command) => {
    const { code, err } = await ops(command)
    expect(code).toBe(1)
    expect(err).toContain('the first open day is 2025-11-01')
  })

  test('a bank statement of it is accepted only as a correction, and known entries change nothing', async () => {
    const statement = path.join(folder, 'bank.csv')
    fs.writeFileSync(statement, 'Date,UTR,Debit,Credit,Narration\n31/10/2025,,5.90,,CHARGES\n')
    const command = `bank reconcile ${statement} --fees charges --to 2025-09-30 --yes`
    expect((await ops(command)).err).toContain('the first open day is 2025-11-01')
    await opsDone(`${command} --for-month 2025-10`)
    await opsDone(command)
    expect(await opsDone('books journal --account payout_fees')).toContain(':fee for 2025-10')
  })

  test('corrections are posted today and name the month in the journal', async () => {
    const open = await ops(
      'networks paid trackier --amount 10 --utr LATE-1 --yes --date today --for-month 2025-11',
    )
    expect(open.err).toContain('2025-11 is not closed')
    await opsDone(
      'networks paid trackier --amount 10 --utr LATE-1 --gst 0 --yes --date today --for-month 2025-10',
    )
    await opsDone(
      'networks write-off admitad --from 2025-10-01 --to 2025-10-31 --for-month 2025-10 --yes --reason',
      'Not worth a mail',
    )
    await opsDone(
      `adjustments add --member ${meena} --kind goodwill --amount 5 --for-month 2025-10 --yes --reason`,
      'For T12',
    )
    // A payment of the closed month is taken back today.
    await opsDone('networks reverse 2 --yes --reason', 'Typed twice')
    const journal = (await opsJson('books journal --from today')) as {
      reference: string
      for_month: string | null
    }[]
    const corrected = journal.filter(({ for_month }) => for_month === MONTH).map(({ reference }) => reference)
    expect(corrected).toEqual([
      'bank_entry:1:fee',
      'settlement:3:received',
      'settlement:4:written_off',
      'adjustment:1:goodwill',
      'settlement:5:received',
      'settlement:5:gst',
    ])
    expect(await opsDone('books journal --settlement 3')).toContain('settlement:3:received for 2025-10')
    expect(await opsJson('networks payments')).toContainEqual(
      expect.objectContaining({
        id: 5,
        paid_on: new Date(Date.now() + 19_800_000).toISOString().slice(0, 10),
      }),
    )
  })

  test('the months are closed in order', async () => {
    expect((await ops(`books close 2025-12 --yes --out ${newFolder()}`)).err).toContain(
      '2025-11 is the next one',
    )
    expect((await ops(`books close 2025-10 --yes --out ${newFolder()}`)).err).toContain('is closed already')
    await close('2025-11')
    expect((await ops('books reopen 2025-10 --reason', 'An error')).err).toContain('2025-11 is closed, too')
  })

  test('two persons reopen it, the first close has the GST of all months before it, and a second close makes the same files', async () => {
    const reopen = (who: string, month: string) =>
      opsAs(who, `books reopen ${month} --reason`, 'An invoice was late')
    // The records have the operator's name, the log the account that it is bound to.
    await byCommand('operators accept', 'ravi', () =>
      db.insert(operators).values({ name: 'Ravi Rao', role: 'finance', state: 'active', os_account: 'ravi' }),
    )
    const bindRavi = (account: string) =>
      byCommand('operators change', 'asha', () => db.update(operators).set({ os_account: account }))
    const refuse = (who: string) => opsAs(who, 'books refuse 2025-11 --reason', 'Nothing to correct')
    expect((await refuse('meena')).err).toContain('Nobody waits to reopen 2025-11.')
    expect((await reopen('ravi', '2025-11')).out).toContain('npm run ops -- books refuse 2025-11')
    expect((await refuse('meena')).out).toContain('refuses to reopen 2025-11, which Ravi Rao@ravi requested')
    expect((await refuse('meena')).err).toContain('Nobody waits to reopen 2025-11.')
    // After a refusal it needs another request, which its own person may withdraw.
    expect((await reopen('meena', '2025-11')).out).toContain('stays closed.')
    expect((await refuse('meena')).out).toContain('2025-11 stays closed.')
    const reopenByTwo = async (month: string) => {
      expect((await reopen('ravi', month)).out).toContain('stays closed.')
      await bindRavi('sita')
      expect((await reopen('sita', month)).err).toContain('Ravi Rao@ravi requested it.')
      await bindRavi('ravi')
      expect((await reopen('meena', month)).out).toContain('is open again')
      expect((await reopen('meena', month)).err).toContain('is not closed')
    }
    for (const month of ['2025-11', '2025-10']) await reopenByTwo(month)
    // Now November is the first close, after a payment of November that was posted later.
    await opsDone(
      'networks paid impact --date 2025-11-15 --amount 118 --gst 18 --utr IMPACT-11 --on-account --yes',
    )
    const place = newFolder()
    expect(await opsDone('books close 2025-11 --yes --out', place)).toContain(
      'GST of all gst.csv up to 2025-11: Rs. 254.00 = GST payable at its end Rs. 236.00 + Rs. 18.00 dated in these months and posted later.',
    )
    expect(lines(place, 'gst.csv').slice(1)).toEqual([
      ...lines(first.place, 'gst.csv').slice(1),
      expect.stringMatching(/^2025-11-15,payment,impact,payment,\d+,,IMPACT-11,100.00,18.00,$/),
    ])
    await reopenByTwo('2025-11')
    // The corrections of later days are no part of it.
    expect((await close()).sha256).toBe(first.sha256)
    expect((await ops('audit')).out).toContain('no defect')
  })
})

describe('the audit finds', () => {
  beforeAll(async () => {
    await opsDone('networks paid trackier --amount 11 --utr AFTER --gst 0 --yes --date today')
    const statement = path.join(folder, 'more.csv')
    fs.writeFileSync(statement, 'Date,UTR,Debit,Credit,Narration\n30/10/2025,,5.90,,CHARGES\n')
    await opsDone(`bank reconcile ${statement} --fees charges --to 2025-09-30 --yes --for-month 2025-10`)
  })

  /** Undone when the audit has looked. */
  async function audited(...statements: ReturnType<typeof sql>[]): Promise<string> {
    const { findDefects } = await import('~/domain/books/audit.server')
    const { findChangedPeriods } = await import('~/domain/books/month-files.server')
    let found: string[] = []
    const undo = new Error('undo')
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL session_replication_role = replica`)
        for (const statement of statements) await tx.execute(statement)
        found = [...(await findDefects(tx)), ...(await findChangedPeriods(tx))].map(
          ({ check, subject }) => `${check}: ${subject}`,
        )
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return found.join('\n')
  }

  test.each([
    [
      'an amount of the month that was changed',
      sql`UPDATE ledger_transfers SET amount_paise = amount_paise + 1 WHERE id = (SELECT min(id) FROM ledger_transfers WHERE kind = 'cashback')`,
      'closed month = its files: 2025-10',
    ],
    [
      'a transfer of the month that was posted after its close',
      sql`UPDATE ledger_transfers SET created_at = '2025-10-31 23:59+05:30' WHERE id = (SELECT max(id) FROM ledger_transfers)`,
      'nothing in a closed month: transfer',
    ],
    [
      'a payment of the month that was typed after its close',
      sql`UPDATE network_settlements SET paid_on = '2025-10-31' WHERE id = (SELECT max(id) FROM network_settlements)`,
      'nothing in a closed month: settlement',
    ],
    [
      'a bank entry of the month that is no correction of it',
      sql`DELETE FROM month_corrections WHERE ref_type = 'bank_entry'`,
      'nothing in a closed month: bank entry',
    ],
    [
      'a hash that was replaced',
      sql`UPDATE period_closes SET sha256 = repeat('0', 64) WHERE id = (SELECT max(id) FROM period_closes)`,
      'closed month = its files: 2025-10',
    ],
    [
      'a month that one operator reopened from two accounts',
      sql`UPDATE period_closes SET made_by = 'Ravi Rao@sita' WHERE step = 'reopened'`,
      'decided by two independent persons: month 2025-10',
    ],
    [
      'a month that no command closed',
      sql`INSERT INTO period_closes (month, step, reason, made_by) VALUES ('2025-10', 'reopen-asked', 'x', 'nobody')`,
      'month closed by a command',
    ],
  ])('%s', async (_, statement, found) => {
    expect(await audited(statement)).toContain(found)
  })

  test('nothing in an unchanged close', async () => {
    expect(await audited()).toBe('')
  })
})
