/** Reading the books: balances of a period, and the journal in batches. */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Period } from '~/platform/db/period.server'
import { listJournal, readAccounts } from '~/domain/books/journal.server'
import { CHART } from '~/domain/wallet/ledger'
import { rewrite } from '../support/rewrite'
import { click, member, receive } from '../wallet/support'

const ALWAYS = {}
const day = (name: string) => new Date(`${name}T00:00:00+05:30`)
const nobody = { opening: 0n, debits: 0n, credits: 0n, closing: 0n }

const report = (p1: string, conversion_id: string, status: string, payout: string) =>
  receive({ p1, conversion_id, status, payout, sale_amount: '1000' })

async function balances(period: Period) {
  const lines = await readAccounts(period)
  return Object.fromEntries(
    lines.map(({ code, opening, debits, credits, closing }) => [code, { opening, debits, credits, closing }]),
  )
}

/** A sale on 1 April (commission 80.00, cashback 50.00), reversed on 30 April; another sale on 1 May. */
beforeAll(async () => {
  const clickId = await click(await member())
  const dated = (time: string) =>
    rewrite(
      sql`UPDATE ledger_transfers SET created_at = ${time}::timestamptz WHERE created_at > '2026-06-01'`,
    )
  await report(clickId, 'first', 'approved', '80')
  await dated('2026-04-01T00:00:00+05:30')
  await report(clickId, 'first', 'rejected', '80')
  await dated('2026-04-30T23:59:59.999+05:30')
  await report(clickId, 'second', 'approved', '70')
  await dated('2026-05-01T00:00:00+05:30')
})

describe('readAccounts()', () => {
  test('lists every account of the ledger with a name', async () => {
    expect((await readAccounts(ALWAYS)).map(({ code }) => code)).toEqual(Object.keys(CHART))
  })

  test('shows opening balance, movements and closing balance of a period', async () => {
    const all = await balances(ALWAYS)
    expect(all.network_receivable).toEqual({ ...nobody, debits: 150_00n, credits: 80_00n, closing: 70_00n })
    expect(all.commission_income).toEqual({ ...nobody, debits: 80_00n, credits: 150_00n, closing: 70_00n })
    expect(all.bank).toEqual(nobody)
    const april = await balances({ from: day('2026-04-01'), before: day('2026-05-01') })
    expect(april.commission_income).toEqual({ ...nobody, debits: 80_00n, credits: 80_00n })
    expect(april.user_available).toEqual({ ...nobody, debits: 50_00n, credits: 50_00n })
    const from30th = await balances({ from: day('2026-04-30') })
    expect(from30th.cashback_expense).toEqual({
      opening: 50_00n,
      debits: 50_00n,
      credits: 50_00n,
      closing: 50_00n,
    })
    expect((await balances({ before: day('2026-04-01') })).commission_income).toEqual(nobody)
  })
})

describe('the journal', () => {
  test('is in posting order and can be limited to a period or an account', async () => {
    const listKinds = async (filter: Parameters<typeof listJournal>[0]) =>
      (await listJournal(filter, { limit: 50 })).map(({ kind }) => kind)
    const april = { from: day('2026-04-01'), before: day('2026-05-01') }
    expect(await listKinds(april)).toEqual(['commission', 'cashback', 'commission_back', 'cashback_back'])
    expect(await listKinds({ ...ALWAYS, account: 'commission_income' })).toEqual([
      'commission',
      'commission_back',
      'commission',
    ])
    expect(await listKinds({ ...ALWAYS, withdrawal: 1 })).toEqual([])
  })

  test('is read in pages without gaps or duplicates', async () => {
    await rewrite(sql`
      INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
      SELECT 'many:' || i, 'many', debit_account, credit_account, 1, 'conversion', 999999, 2
        FROM generate_series(1, 2500) i, (SELECT * FROM ledger_transfers ORDER BY id LIMIT 1) one`)
    const all: number[] = []
    for (const length of [1000, 1000, 500, 0]) {
      const page = await listJournal({ ...ALWAYS, sale: 999_999 }, { limit: 1000, after: all.at(-1) })
      expect(page).toHaveLength(length)
      all.push(...page.map(({ id }) => Number(id)))
    }
    expect(all).toEqual([...new Set(all)].sort((a, b) => a - b))
  })
})
