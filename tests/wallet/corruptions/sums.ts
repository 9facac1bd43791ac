/** Corruptions of single sums, rows and states. */
import { sql, type SQL } from 'drizzle-orm'
import { off, sale, type Corruption } from './plant'

/** Selects rows by their owner, because ids are not known when this table is evaluated. */
const account = (code: string) =>
  sql`(SELECT id FROM ledger_accounts WHERE code = ${code} AND user_id IN (0, (SELECT max(user_id) FROM conversions WHERE external_id = 'A')))`

/** A transfer that bypasses transfer(): the row and consistent sums. */
export const forged = (debit: string, credit: string, refType: string, refId: SQL, kind = 'forged') => [
  sql`INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
      VALUES (${`forged:${debit}`}, ${kind}, ${account(debit)}, ${account(credit)}, 100, ${refType}, ${refId}, 2)`,
  sql`UPDATE ledger_accounts SET debits_paise = debits_paise + 100 WHERE id = ${account(debit)} AND floor_paise IS NOT NULL`,
  sql`UPDATE ledger_accounts SET credits_paise = credits_paise + 100 WHERE id = ${account(credit)} AND floor_paise IS NOT NULL`,
]
const anyConversion = sql`(SELECT max(id) FROM conversions)`
const status = (of: string, to: string) => [
  off,
  sql`UPDATE withdrawals SET status = ${to} WHERE status = ${of}`,
]

const PLANTED: [string, SQL[], string][] = [
  [
    'a raised cached balance',
    [
      sql`UPDATE ledger_accounts SET credits_paise = credits_paise + 1 WHERE id = ${account('user_available')}`,
    ],
    'cached balance',
  ],
  [
    'a lowered cached balance',
    [
      sql`UPDATE ledger_accounts SET debits_paise = debits_paise - 1 WHERE id = ${account('payout_clearing')}`,
    ],
    'cached balance',
  ],
  [
    'a cached balance on a platform account',
    [sql`UPDATE ledger_accounts SET credits_paise = 5 WHERE id = ${account('bank')}`],
    'house account without cache',
  ],
  [
    'a raised transfer',
    [off, sql`UPDATE ledger_transfers SET amount_paise = amount_paise + 1 WHERE kind = 'cashback'`],
    'cached balance',
  ],
  [
    'a deleted transfer',
    [off, sql`DELETE FROM ledger_transfers WHERE kind = 'referral'`],
    'conversion = its transfers',
  ],
  [
    'an account without its minimum balance',
    [sql`UPDATE ledger_accounts SET floor_paise = NULL WHERE id = ${account('user_debt')}`],
    'floor missing',
  ],
  [
    'a balance below the account’s minimum',
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
    'money without a cause',
    forged('cashback_expense', 'user_available', 'conversion', anyConversion),
    'available - debt = earned - withdrawn',
  ],
  [
    'a raised cashback of a sale',
    [sql`UPDATE conversions SET granted_paise = granted_paise + 1 WHERE external_id = 'A'`],
    'conversion = its transfers',
  ],
  [
    'a commission raised after approval',
    [sql`UPDATE conversions SET network_payout_paise = network_payout_paise + 1 WHERE external_id = 'A'`],
    'commission booked = commission of approved sales',
  ],
  [
    'a commission booked for a pending sale',
    forged('network_receivable', 'commission_income', 'conversion', sale('B'), 'commission'),
    'commission booked = commission of approved sales',
  ],
  [
    'a commission booked without a sale',
    forged('network_receivable', 'commission_income', 'conversion', sql`999999`, 'commission'),
    'house = sums of sales',
  ],
  [
    'a commission posted to a member',
    forged('network_receivable', 'user_available', 'conversion', sale('A'), 'commission'),
    'transfer of a known kind',
  ],
  [
    'a platform account with the opposite normal side',
    [sql`UPDATE ledger_accounts SET normal_side = 'debit' WHERE code = 'commission_income'`],
    'account as in the chart',
  ],
  [
    'an account missing from the chart',
    [sql`INSERT INTO ledger_accounts (code, user_id, normal_side) VALUES ('petty_cash', 0, 'debit')`],
    'account as in the chart',
  ],
  [
    'a platform account assigned to a member',
    [
      sql`INSERT INTO ledger_accounts (code, user_id, normal_side)
          SELECT 'bank', max(user_id), 'debit' FROM conversions WHERE external_id = 'A'`,
    ],
    'account as in the chart',
  ],
  [
    'a referral that is not the click’s share',
    [sql`UPDATE conversions SET referral_paise = referral_paise - 1 WHERE external_id = 'A'`],
    'referral = the click’s share of granted',
  ],
  [
    'a referral without a referrer',
    [sql`UPDATE conversions SET referrer_id = NULL WHERE external_id = 'A'`],
    'referral = the click’s share of granted',
  ],
  ['a withdrawal paid only in the ledger', status('requested', 'paid'), 'bank out = paid'],
  [
    'a paid withdrawal set back to an earlier status',
    status('paid', 'processing'),
    'clearing = withdrawals in flight',
  ],
  ['a refund that was not posted', status('requested', 'refunded'), 'one end a withdrawal'],
  [
    'a withdrawal of another amount',
    [off, sql`UPDATE withdrawals SET amount_paise = amount_paise + 1 WHERE status = 'paid'`],
    'one hold a withdrawal',
  ],
  [
    'a second hold',
    forged('user_available', 'payout_clearing', 'withdrawal', sql`(SELECT min(id) FROM withdrawals)`, 'hold'),
    'one hold a withdrawal',
  ],
  [
    'a payment posted twice',
    forged('payout_clearing', 'bank', 'withdrawal', sql`(SELECT min(id) FROM withdrawals)`, 'paid'),
    'bank out = paid',
  ],
  [
    'a transfer for a missing conversion',
    forged('cashback_expense', 'user_available', 'conversion', sql`999999`),
    'transfer without its cause',
  ],
  [
    'a transfer for a missing withdrawal',
    forged('cashback_expense', 'user_available', 'withdrawal', sql`999999`),
    'transfer without its cause',
  ],
  [
    'a transfer to a missing account',
    [
      off,
      sql`ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_credit_account_ledger_accounts_id_fk`,
      sql`UPDATE ledger_transfers SET credit_account = 999999 WHERE kind = 'referral'`,
    ],
    'trial balance',
  ],
  [
    'a conversion assigned to another member',
    [off, sql`UPDATE conversions SET user_id = referrer_id WHERE status = 'pending'`],
    'conversion of its click’s owner',
  ],
  [
    'cashback credited to the guest',
    [off, sql`UPDATE conversions SET user_id = 9 WHERE external_id = 'A'`],
    'guest holds nothing',
  ],
  [
    'a postback not applied for too long',
    [
      sql`INSERT INTO postback_inbox (network, method, raw, received_at) VALUES ('trackier', 'GET', '{}', now() - interval '6 minutes')`,
    ],
    'postback left lying',
  ],
  [
    'a UTR shared by two withdrawals',
    [off, sql`UPDATE withdrawals SET utr = 'utr 0000001', utr_key = NULL WHERE utr = 'UTR0000002'`],
    'a unique UTR',
  ],
  [
    'a withdrawal in two files',
    [
      off,
      sql`DROP INDEX payout_batch_items_one`,
      sql`WITH copy AS (INSERT INTO payout_batches (made_by, count, sum_paise, sha256)
                          SELECT made_by, count, sum_paise, sha256 FROM payout_batches RETURNING id)
          INSERT INTO payout_batch_items (batch_id, withdrawal_id)
          SELECT copy.id, withdrawal_id FROM payout_batch_items, copy`,
    ],
    'one batch a withdrawal',
  ],
  [
    'a withdrawal in a bank file and with a provider',
    [
      off,
      sql`INSERT INTO payout_orders (withdrawal_id, provider, reference) SELECT withdrawal_id, 'cashfree', 'pay-' || withdrawal_id FROM payout_batch_items`,
    ],
    'by file or by provider',
  ],
  [
    'a batch with another sum',
    [off, sql`UPDATE payout_batches SET sum_paise = sum_paise - 1`],
    'batch = its withdrawals',
  ],
  [
    'a withdrawal removed from its batch',
    [off, sql`DELETE FROM payout_batch_items`],
    'batch = its withdrawals',
  ],
  [
    'a batch without its file',
    [off, sql`UPDATE payout_batches SET written_at = NULL, created_at = now() - interval '16 minutes'`],
    'batch without its file',
  ],
  [
    'a removed UTR key',
    [off, sql`UPDATE withdrawals SET utr_key = NULL WHERE utr = 'UTR0000002'`],
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
    'a provider status that contradicts ours',
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

export const SUMS: Corruption[] = PLANTED.map(([name, plant, found]) => ({ name, plant, end: { found } }))
