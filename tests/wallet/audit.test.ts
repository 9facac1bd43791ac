/** Corruptions planted one by one, each in a transaction that is rolled back: the audit finds every one. */
import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/client.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { checks } from '~/wallet/audit/checks'
import { auditInTurn, countDefects, findDefects, readLastAudit, type Defect } from '~/wallet/audit.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from '~/wallet/payouts.server'
import { makeBatch, noteWritten } from '~/wallet/payout/batches.server'
import { saveUpiDetails } from '~/wallet/payout-details.server'
import { requestWithdrawal } from '~/wallet/withdrawals.server'
import { click, member } from './support'

/** A bit of everything: pending, granted, rejected, reversed with debt, paid, refunded and waiting withdrawals. */
beforeAll(async () => {
  const shopper = await member(await member())
  const report = async (txn_id: string, status: string, sale_amount: string) => {
    const raw = { p1: clickId, txn_id, status, sale_amount }
    await receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => {
      throw error
    })
  }
  const clickId = await click(shopper)
  await saveUpiDetails(shopper, { upi: 'asha@okbank' })
  const ask = async (amount: string) => {
    const answer = await requestWithdrawal(shopper, { amount, method: 'upi', request_key: randomUUID() })
    if (!answer.ok) throw new Error(answer.reason)
    return answer.withdrawal.id
  }
  await report('A', 'approved', '10000')
  await report('B', 'pending', '3000')
  await report('C', 'rejected', '10')
  const [paid, failed] = [await ask('100'), await ask('50')]
  await approveWithdrawal(paid)
  await payWithdrawal(paid, 'UTR')
  const again = await ask('20')
  await approveWithdrawal(again)
  await payWithdrawal(again, 'UTR2')
  await approveWithdrawal(failed)
  const made = await makeBatch('test', 'bank.csv')
  if (!made.ok) throw new Error(made.reason)
  await noteWritten(made.batch.id)
  await failWithdrawal(failed, 'Closed')
  await ask('30')
})

/** By its owner in the database: this table is written before the people are. */
const account = (code: string) =>
  sql`(SELECT id FROM ledger_accounts WHERE code = ${code} AND user_id IN (0, (SELECT max(user_id) FROM conversions)))`

/** A transfer past transfer(): the row, and the sums as if it had been moved. */
const forged = (debit: string, credit: string, refType: string, refId: SQL, kind = 'forged') => [
  sql`INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id)
      VALUES (${`forged:${debit}`}, ${kind}, ${account(debit)}, ${account(credit)}, 100, ${refType}, ${refId})`,
  sql`UPDATE ledger_accounts SET debits_paise = debits_paise + 100 WHERE id = ${account(debit)} AND floor_paise IS NOT NULL`,
  sql`UPDATE ledger_accounts SET credits_paise = credits_paise + 100 WHERE id = ${account(credit)} AND floor_paise IS NOT NULL`,
]
const off = (table: string) => sql`ALTER TABLE ${sql.identifier(table)} DISABLE TRIGGER USER`
const anyConversion = sql`(SELECT max(id) FROM conversions)`
const status = (of: string, to: string) => [
  off('withdrawals'),
  sql`UPDATE withdrawals SET status = ${to} WHERE status = ${of}`,
]

const CORRUPTIONS: [string, SQL[], string][] = [
  [
    'a cached sum that was raised',
    [
      sql`UPDATE ledger_accounts SET credits_paise = credits_paise + 1 WHERE id = ${account('user_available')}`,
    ],
    'cached balance',
  ],
  [
    'a cached sum that was lowered',
    [
      sql`UPDATE ledger_accounts SET debits_paise = debits_paise - 1 WHERE id = ${account('payout_clearing')}`,
    ],
    'cached balance',
  ],
  [
    'a cache on a house account',
    [sql`UPDATE ledger_accounts SET credits_paise = 5 WHERE id = ${account('bank')}`],
    'house account without cache',
  ],
  [
    'a transfer that was raised',
    [
      off('ledger_transfers'),
      sql`UPDATE ledger_transfers SET amount_paise = amount_paise + 1 WHERE kind = 'cashback'`,
    ],
    'cached balance',
  ],
  [
    'a transfer that was deleted',
    [off('ledger_transfers'), sql`DELETE FROM ledger_transfers WHERE kind = 'referral'`],
    'conversion = its transfers',
  ],
  [
    'an account without its floor',
    [sql`UPDATE ledger_accounts SET floor_paise = NULL WHERE id = ${account('user_debt')}`],
    'floor missing',
  ],
  [
    'a balance below its floor',
    [
      sql`ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor`,
      ...forged('user_debt', 'cashback_expense', 'conversion', anyConversion),
      sql`UPDATE ledger_accounts SET normal_side = 'credit' WHERE id = ${account('user_debt')}`,
    ],
    'below floor',
  ],
  [
    'a pending conversion of another amount',
    [sql`UPDATE conversions SET pending_paise = pending_paise + 1 WHERE status = 'pending'`],
    'pending = pending conversions',
  ],
  [
    'money from nowhere',
    forged('cashback_expense', 'user_available', 'conversion', anyConversion),
    'available - debt = earned - withdrawn',
  ],
  [
    'a grant that was raised',
    [sql`UPDATE conversions SET granted_paise = granted_paise + 1 WHERE status = 'approved'`],
    'conversion = its transfers',
  ],
  [
    'a referral that is not 20 %',
    [sql`UPDATE conversions SET referral_paise = referral_paise - 1 WHERE status = 'approved'`],
    'referral = 20 % of granted',
  ],
  [
    'a referral with nobody behind it',
    [sql`UPDATE conversions SET referrer_id = NULL WHERE status = 'approved'`],
    'referral = 20 % of granted',
  ],
  ['a withdrawal paid in the books alone', status('requested', 'paid'), 'bank out = paid'],
  ['a paid withdrawal that was set back', status('paid', 'processing'), 'clearing = withdrawals in flight'],
  ['a refund that was not posted', status('requested', 'refunded'), 'one end a withdrawal'],
  [
    'a withdrawal of another amount',
    [off('withdrawals'), sql`UPDATE withdrawals SET amount_paise = amount_paise + 1 WHERE status = 'paid'`],
    'one hold a withdrawal',
  ],
  [
    'a second hold',
    forged('user_available', 'payout_clearing', 'withdrawal', sql`(SELECT min(id) FROM withdrawals)`, 'hold'),
    'one hold a withdrawal',
  ],
  [
    'a payment that left twice',
    forged('payout_clearing', 'bank', 'withdrawal', sql`(SELECT min(id) FROM withdrawals)`, 'paid'),
    'bank out = paid',
  ],
  [
    'a transfer for a conversion that is not there',
    forged('cashback_expense', 'user_available', 'conversion', sql`999999`),
    'transfer without its cause',
  ],
  [
    'a transfer for a withdrawal that is not there',
    forged('cashback_expense', 'user_available', 'withdrawal', sql`999999`),
    'transfer without its cause',
  ],
  [
    'a transfer to an account that is not there',
    [
      off('ledger_transfers'),
      sql`ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_credit_account_ledger_accounts_id_fk`,
      sql`UPDATE ledger_transfers SET credit_account = 999999 WHERE kind = 'referral'`,
    ],
    'trial balance',
  ],
  [
    'a conversion given to somebody else',
    [sql`UPDATE conversions SET user_id = referrer_id WHERE status = 'pending'`],
    'conversion of its click’s owner',
  ],
  [
    'a guest who is credited',
    [sql`UPDATE conversions SET user_id = 9 WHERE status = 'approved'`],
    'guest holds nothing',
  ],
  [
    'a postback left lying',
    [
      sql`INSERT INTO postback_inbox (network, method, raw, received_at) VALUES ('trackier', 'GET', '{}', now() - interval '6 minutes')`,
    ],
    'postback left lying',
  ],
  [
    'a UTR that two withdrawals have',
    [off('withdrawals'), sql`UPDATE withdrawals SET utr = 'u t r', utr_key = NULL WHERE utr = 'UTR2'`],
    'a UTR of its own',
  ],
  [
    'a withdrawal in two files',
    [
      off('payout_batch_items'),
      sql`DROP INDEX payout_batch_items_one`,
      sql`WITH copy AS (INSERT INTO payout_batches (made_by, count, sum_paise, sha256)
                          SELECT made_by, count, sum_paise, sha256 FROM payout_batches RETURNING id)
          INSERT INTO payout_batch_items (batch_id, withdrawal_id)
          SELECT copy.id, withdrawal_id FROM payout_batch_items, copy`,
    ],
    'one batch a withdrawal',
  ],
  [
    'a withdrawal in a file that a provider is to pay as well',
    [
      off('payout_orders'),
      sql`INSERT INTO payout_orders (withdrawal_id, provider) SELECT withdrawal_id, 'cashfree' FROM payout_batch_items`,
    ],
    'by file or by provider',
  ],
  [
    'a batch of another sum',
    [off('payout_batches'), sql`UPDATE payout_batches SET sum_paise = sum_paise - 1`],
    'batch = its withdrawals',
  ],
  [
    'a withdrawal that was taken out of its batch',
    [off('payout_batch_items'), sql`DELETE FROM payout_batch_items`],
    'batch = its withdrawals',
  ],
  [
    'a batch without its file',
    [
      off('payout_batches'),
      sql`UPDATE payout_batches SET written_at = NULL, created_at = now() - interval '16 minutes'`,
    ],
    'batch without its file',
  ],
  [
    'the key of a UTR that was taken out',
    [off('withdrawals'), sql`UPDATE withdrawals SET utr_key = NULL WHERE utr = 'UTR2'`],
    'UTR without its key',
  ],
  [
    'a payout that is stuck',
    [
      ...status('requested', 'processing'),
      sql`UPDATE withdrawals SET updated_at = now() - interval '73 hours' WHERE status = 'processing'`,
    ],
    'payout stuck',
  ],
  [
    'a provider that says something else than we',
    [
      sql`INSERT INTO payout_conflicts (withdrawal_id, provider, reason, word, number, amount_paise)
          SELECT max(id), 'cashfree', 'paid after it was refunded', 'SUCCESS', '1001', 5000 FROM withdrawals`,
    ],
    'payout in conflict',
  ],
  [
    'wallet and debt at once',
    forged('user_debt', 'user_available', 'conversion', anyConversion),
    'wallet and debt at once',
  ],
]

async function defectsAfter(statements: SQL[]): Promise<Defect[]> {
  let found: Defect[] = []
  await db
    .transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement)
      found = await findDefects(tx)
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'Rollback')) throw error
    })
  return found
}

describe('the audit', () => {
  test('is silent when the books balance', async () => {
    expect(await findDefects()).toEqual([])
  })

  test.each(CORRUPTIONS)('finds %s', async (_, statements, check) => {
    const defects = await defectsAfter(statements)
    expect(defects.map((d) => d.check)).toContain(check)
    for (const defect of defects) {
      expect(defect.subject).not.toBe('')
      expect(defect.detail).not.toBe('')
      expect(defect.next).not.toBe('')
    }
  })

  test('says which payout is in conflict, until somebody has looked into it', async () => {
    const [, planted] = CORRUPTIONS.find(([, , check]) => check === 'payout in conflict')!
    const [defect] = await defectsAfter(planted)
    expect(defect!.detail).toMatch(
      /^cashfree says SUCCESS, Rs\. 50\.00: paid after it was refunded \(conflicts show \d+\)$/,
    )
    const resolved = sql`UPDATE payout_conflicts SET resolved_at = now(), resolution = 'The member sent it back'`
    expect(await defectsAfter([...planted, resolved])).toEqual([])
  })

  test('leaves nothing behind', async () => {
    expect(await findDefects()).toEqual([])
  })

  test('has no check that nothing has set off', () => {
    const found = CORRUPTIONS.map(([, , check]) => check)
    expect(Object.keys(checks).filter((check) => !found.includes(check))).toEqual([])
    expect(CORRUPTIONS.length).toBeGreaterThanOrEqual(25)
  })

  test('counts the defects of a check, and names three', async () => {
    const lying = sql`INSERT INTO postback_inbox (network, method, raw, received_at)
      SELECT 'trackier', 'GET', '{}', now() - interval '6 minutes' FROM generate_series(1, 7)`
    const defects = await defectsAfter([lying])
    expect(defects.map(({ check, count }) => [check, count])).toEqual(
      Array.from({ length: 3 }, () => ['postback left lying', 7]),
    )
    expect(countDefects(defects)).toBe(7)
  })
})

describe('the audit of the server', () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const lines = () => said.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('books'))
  afterEach(() => said.mockClear())

  test('is done by one of several, says so in the log and is kept for a gauge', async () => {
    const before = Date.now()
    const results = await Promise.all(Array.from({ length: 5 }, () => auditInTurn()))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', message: 'the books balance', defects: 0 },
    ])
    const last = await readLastAudit()
    expect(last!.result).toMatchObject({ defects: 0, checks: [] })
    expect(last!.at.getTime()).toBeGreaterThan(before - 1000)
    expect(await auditInTurn()).toBeNull()
  })

  test('is due again after an hour, and an error when the books do not balance', async () => {
    await db.execute(sql`UPDATE jobs SET started_at = now() - interval '59 minutes'`)
    expect(await auditInTurn()).toBeNull()
    await db.execute(sql`UPDATE jobs SET started_at = now() - interval '61 minutes'`)
    await db.execute(sql`INSERT INTO postback_inbox (network, method, raw, received_at)
      VALUES ('trackier', 'GET', '{}', now() - interval '6 minutes')`)
    expect(await auditInTurn()).toMatchObject({ defects: 1, checks: ['postback left lying'] })
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', message: 'the books do not balance', defects: 1, checks: 'postback left lying' },
    ])
    expect((await readLastAudit())!.result.defects).toBe(1)
    await db.execute(sql`DELETE FROM postback_inbox WHERE raw = '{}'`)
  })
})
