import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, paiseColumn } from './columns'
import { users } from './members'
import { conversions } from './conversions'

/** user_id 0 is the platform, whose accounts have no minimum balance and no cached sums: no hot row. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    code: text().notNull(),
    user_id: bigint({ mode: 'number' }).notNull().default(0),
    normal_side: text({ enum: ['debit', 'credit'] }).notNull(),
    floor_paise: paiseColumn(),
    debits_paise: paiseColumn()
      .notNull()
      .default(sql`0`),
    credits_paise: paiseColumn()
      .notNull()
      .default(sql`0`),
  },
  (t) => [
    unique('ledger_accounts_owner').on(t.code, t.user_id),
    index('ledger_accounts_user').on(t.user_id),
    check('ledger_accounts_sums', sql`${t.debits_paise} >= 0 AND ${t.credits_paise} >= 0`),
    check(
      'ledger_accounts_floor',
      sql`${t.floor_paise} IS NULL OR CASE ${t.normal_side} WHEN 'credit' THEN ${t.credits_paise} - ${t.debits_paise} ELSE ${t.debits_paise} - ${t.credits_paise} END >= ${t.floor_paise}`,
    ),
  ],
)

/** One debit and one credit. Append-only by trigger. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    reference: text().notNull().unique(),
    kind: text().notNull(),
    debit_account: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    credit_account: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    amount_paise: paiseColumn().notNull(),
    ref_type: text({
      enum: ['conversion', 'withdrawal', 'departure', 'adjustment', 'settlement', 'bank_entry'],
    }).notNull(),
    ref_id: bigint({ mode: 'number' }).notNull(),
    /** Version of the rules of the code that posted it. No default, so that older processes cannot post. */
    rules_version: smallint().notNull(),
    created_at: timestamp({ withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index('ledger_transfers_debit').on(t.debit_account, t.id),
    index('ledger_transfers_credit').on(t.credit_account, t.id),
    index('ledger_transfers_ref').on(t.ref_type, t.ref_id),
    index('ledger_transfers_created').on(t.created_at),
    check('ledger_transfers_amount', sql`${t.amount_paise} BETWEEN 1 AND 100000000000`),
    check('ledger_transfers_rules', sql`${t.rules_version} BETWEEN 1 AND 2`),
    check('ledger_transfers_two_accounts', sql`${t.debit_account} <> ${t.credit_account}`),
  ],
)

/** Only the decision is written later, once, and by another OS account than `asked_by` if it needs approval. */
export const adjustments = pgTable(
  'adjustments',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['credit', 'debit', 'goodwill', 'write-off'] }).notNull(),
    amount_paise: paiseColumn().notNull(),
    reason: text().notNull(),
    conversion_id: bigint({ mode: 'number' }).references(() => conversions.id),
    request_key: text(),
    asked_by: text().notNull(),
    needs_approval: boolean().notNull(),
    created_at: createdAt(),
    state: text({ enum: ['waiting', 'applied', 'refused'] }).notNull(),
    decided_by: text(),
    decided_at: instant(),
    refusal: text(),
  },
  (t) => [
    unique('adjustments_key').on(t.request_key),
    index('adjustments_user').on(t.user_id, t.id),
    index('adjustments_decided').on(t.decided_at),
    index('adjustments_waiting')
      .on(t.id)
      .where(sql`${t.state} = 'waiting'`),
    check('adjustments_amount', sql`${t.amount_paise} BETWEEN 1 AND 100000000000`),
    check('adjustments_reason', sql`length(${t.reason}) BETWEEN 1 AND 200`),
    check(
      'adjustments_decided',
      sql`(${t.state} = 'waiting') = (${t.decided_by} IS NULL) AND (${t.decided_by} IS NULL) = (${t.decided_at} IS NULL) AND (${t.state} = 'refused') = (${t.refusal} IS NOT NULL)`,
    ),
    check(
      'adjustments_four_eyes',
      sql`CASE WHEN ${t.needs_approval} THEN ${t.state} <> 'applied' OR ${t.decided_by} <> ${t.asked_by} OR ${t.decided_at} >= ${t.created_at} + interval '30 seconds' ELSE ${t.state} = 'applied' AND ${t.decided_by} = ${t.asked_by} END`,
    ),
  ],
)

/** A hash chain over append-only rows (app/domain/books/checkpoints.server.ts). */
export const checkpoints = pgTable('checkpoints', {
  id: bigint({ mode: 'number' }).primaryKey(),
  made_at: instant().notNull(),
  previous: text().notNull(),
  ranges: jsonb().notNull(),
  hash: text().notNull(),
})
