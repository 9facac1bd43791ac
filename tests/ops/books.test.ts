// Compares the output with docs/books.md.
import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { UNSEEN } from '../../ops/run-change'
import { rewrite } from '../support/rewrite'
import { ops, opsDone, setComparing } from './support'

beforeAll(async () => {
  await ops('demo seed')
}, 60_000)

/** Removes times, and column widths that depend on them. */
const plain = (text: string) => text.replace(/\d+ \w{3} \d{4}, \d+:\d\d [ap]m/g, 'TIME').replace(/[ ]+/g, ' ')

describe('docs/books.md', () => {
  const docs = fs.readFileSync('docs/books.md', 'utf8')
  test.each(['journal --sale 26', 'journal --withdrawal 1'])(
    'shows the output of: books %s',
    async (command) => {
      const { code, out, err } = await ops(`books ${command}`)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const [, shown] = docs.split(`$ dealdwaar books ${command}\n`)
      expect(plain(shown!.split('```')[0]!)).toBe(plain(out))
    },
  )
})

test('docs/books.md shows the output of stats by store', async () => {
  const command = 'stats --by store --sort margin --reverse --limit 2'
  const [, shown] = fs.readFileSync('docs/books.md', 'utf8').split(`$ dealdwaar ${command}\n`)
  expect(shown!.split('```')[0]).toBe((await ops(command)).out)
})

test('the trial balance as text has each balance on its side, and the totals', async () => {
  const out = await opsDone('books trial-balance')
  expect(out).toMatch(/^bank +Bank +1,500\.00$/m)
  expect(out).toMatch(/^network_receivable +Commission owed by networks +9,472\.38 *$/m)
  expect(out).toMatch(/^gst_payable +GST payable *$/m)
  expect(out).toMatch(/^ +Total +13,420\.01 +13,420\.01$/m)
  expect(out).toContain('\nDebits less credits: 0.00\n')
})

test('the accounts as text have class, side, movements and closing balance', async () => {
  const out = await opsDone('books accounts')
  expect(out).toMatch(/^bank +Bank +asset +debit +0\.00 +0\.00 +1,500\.00 +-1,500\.00$/m)
  expect(out).toMatch(
    /^user_available +Wallets of members +liability +credit +0\.00 +1,750\.00 +3,311\.57 +1,561\.57$/m,
  )
  expect(out).toContain('\n16 accounts\n')
})

test('the trial balance as CSV has plain amounts and both totals', async () => {
  const out = await opsDone('books trial-balance --csv')
  const lines = out.split('\r\n')
  expect(lines[0]).toBe('account,name,debit,credit')
  expect(lines).toContain('commission_income,Commission,,9472.38')
  expect(lines.at(-2)).toBe(',Total,13420.01,13420.01')
})

test('before the first entry all balances are zero and the journal is empty', async () => {
  const { out } = await ops('books trial-balance --to 2020-01-01')
  expect(out).toContain('Debits less credits: 0.00')
  expect(out).toMatch(/^ +Total +0\.00 +0\.00$/m)
  expect((await ops('books journal --to 2020-01-01')).out).toBe('No entry matches.\n')
})

test('the journal as CSV has all entries with sortable times, and can be limited', async () => {
  const { out } = await ops('books journal --csv')
  const [head, ...lines] = out.trimEnd().split('\r\n')
  expect(head).toBe('id,time (IST),reference,kind,debit,credit,amount,for_month')
  expect(lines).toHaveLength(54)
  expect(lines[0]).toMatch(
    /^\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,conversion:\d+:r2:commission,commission,network_receivable,commission_income,180.00,/,
  )
  expect((await ops('books journal --csv --limit 2')).out.trimEnd().split('\r\n')).toHaveLength(3)
  expect((await ops('books journal --limit 2')).out).toContain('2 entries (--limit shows more)')
})

describe('books --json', () => {
  const json = async (command: string) => {
    const out = await opsDone(`books ${command} --json`)
    return JSON.parse(out) as unknown
  }

  test('the trial balance has each account, both sums and their difference', async () => {
    expect(await json('trial-balance')).toEqual({
      accounts: expect.arrayContaining([
        { account: 'commission_income', name: 'Commission', debit: null, credit: '9472.38' },
        { account: 'gst_payable', name: 'GST payable', debit: null, credit: null },
      ]),
      debit: '13420.01',
      credit: '13420.01',
      difference: '0.00',
    })
  })

  test('the accounts have the same figures as the table', async () => {
    const lines = (await json('accounts')) as object[]
    expect(lines).toHaveLength(16)
    expect(lines[0]).toEqual({
      account: 'bank',
      name: 'Bank',
      class: 'asset',
      side: 'debit',
      opening: '0.00',
      debits: '0.00',
      credits: '1500.00',
      closing: '-1500.00',
    })
  })

  test('the journal has every entry with its time in UTC, and may be limited or empty', async () => {
    const entries = (await json('journal')) as object[]
    expect(entries).toHaveLength(54)
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reference: expect.stringMatching(/^conversion:\d+:r2:commission$/),
      kind: 'commission',
      debit: 'network_receivable',
      credit: 'commission_income',
      amount: expect.stringMatching(/^\d+\.\d\d$/),
      for_month: null,
    })
    expect(await json('journal --limit 2')).toEqual(entries.slice(0, 2))
    expect(await json('journal --to 2020-01-01')).toEqual([])
  })

  test('--json together with --csv is refused', async () => {
    expect((await ops('books accounts --csv --json')).code).toBe(2)
  })
})

test('docs/books.md shows the entries of a network’s payment', async () => {
  setComparing(false)
  const docs = fs.readFileSync('docs/books.md', 'utf8')
  const paid = 'networks paid trackier --amount 1180 --tds 20 --gst 180 --utr N326012345 --date today --yes'
  for (const command of [paid, 'books journal --settlement 1', 'networks owed']) {
    const out = await opsDone(command)
    const [, shown] = docs.split(`$ dealdwaar ${command}\n`)
    expect(plain(shown!.split(/```|\n\$/)[0]!).trim()).toBe(plain(out).replace(UNSEEN, '').trim())
  }
  setComparing(true)
})

test('reading the books is not recorded in the operator log', async () => {
  await ops('books accounts')
  const rows = await db.execute(sql`SELECT command FROM operator_log WHERE command LIKE 'books%'`)
  expect([...rows]).toEqual([])
})

test('the command exits with 1 if the books do not balance', async () => {
  await rewrite(
    sql`ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_credit_account_ledger_accounts_id_fk`,
    sql`UPDATE ledger_transfers SET credit_account = 999999 WHERE kind = 'referral'`,
  )
  const { code, out, err } = await ops('books trial-balance')
  expect(code).toBe(1)
  expect(out).toContain('Debits less credits: 99.20\n')
  expect(err).toBe('The books do not balance: the audit on the server says where.\n')
  expect((await ops('books trial-balance --csv')).code).toBe(1)
  const answer = await ops('books trial-balance --json')
  expect(answer.code).toBe(1)
  expect(JSON.parse(answer.out)).toMatchObject({ difference: '99.20' })
})
