import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  type AnyPgColumn,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, id, paiseColumn } from './columns'
import { conversions } from './conversions'
import { withdrawals } from './withdrawals'

/** Append-only; a reversal has negated amounts. `settled_paise`: bank amount plus withheld TDS, less GST. */
export const networkSettlements = pgTable(
  'network_settlements',
  {
    id: id(),
    network: text().notNull(),
    kind: text({ enum: ['payment', 'write-off', 'reversal'] }).notNull(),
    reference: text(),
    reference_key: text(),
    /** The number of earlier reversed payments with this reference: only one payment per reference is in force. */
    corrections: integer().notNull().default(0),
    invoice: text(),
    /** The day of the invoice, on which its GST counts. Null: the day of the payment. */
    invoiced_on: date({ mode: 'string' }),
    paid_on: date({ mode: 'string' }).notNull(),
    amount_paise: paiseColumn().notNull(),
    tds_paise: paiseColumn().notNull(),
    gst_paise: paiseColumn().notNull(),
    /** Negative if it writes off commission that was paid for sales reversed later. */
    settled_paise: paiseColumn().notNull(),
    reverses: bigint({ mode: 'number' })
      .unique('network_settlements_reversed_once')
      .references((): AnyPgColumn => networkSettlements.id),
    reason: text(),
    made_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    unique('network_settlements_reference').on(t.reference_key, t.corrections),
    index('network_settlements_network').on(t.network, t.id),
    check('network_settlements_kind', sql`${t.kind} IN ('payment', 'write-off', 'reversal')`),
    check('network_settlements_invoiced_on', sql`${t.invoiced_on} IS NULL OR ${t.invoice} IS NOT NULL`),
    check(
      'network_settlements_sum',
      sql`${t.settled_paise} <> 0 AND (${t.kind} = 'write-off' OR ${t.settled_paise} = ${t.amount_paise} + ${t.tds_paise} - ${t.gst_paise} OR ${t.kind} = 'reversal')`,
    ),
    check(
      'network_settlements_payment',
      sql`(${t.kind} = 'payment') = (coalesce(${t.reference_key}, '') <> '') AND (${t.kind} <> 'payment' OR (${t.amount_paise} >= ${t.gst_paise} AND ${t.tds_paise} >= 0 AND ${t.gst_paise} >= 0 AND ${t.settled_paise} > 0))`,
    ),
    check(
      'network_settlements_write_off',
      sql`${t.kind} <> 'write-off' OR (${t.amount_paise}, ${t.tds_paise}, ${t.gst_paise}) = (0, 0, 0)`,
    ),
    check(
      'network_settlements_reason',
      sql`(${t.kind} = 'payment' OR coalesce(${t.reason}, '') <> '') AND (${t.kind} = 'reversal') = (${t.reverses} IS NOT NULL)`,
    ),
  ],
)

/** The key of a payment, written by a trigger. It is not in the payment's row, because checkpoints hash that. */
export const settlementReferences = pgTable(
  'settlement_references',
  {
    id: id(),
    settlement_id: bigint({ mode: 'number' })
      .notNull()
      .unique('settlement_references_once')
      .references(() => networkSettlements.id),
    key: text().notNull(),
    corrections: integer().notNull(),
  },
  (t) => [unique('settlement_references_key').on(t.key, t.corrections)],
)

/** Negative if the network took it back. Append-only. The unallocated rest of a payment is an advance. */
export const networkSettlementItems = pgTable(
  'network_settlement_items',
  {
    id: id(),
    settlement_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => networkSettlements.id),
    conversion_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => conversions.id),
    amount_paise: paiseColumn().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('network_settlement_items_settlement').on(t.settlement_id),
    index('network_settlement_items_sale').on(t.conversion_id),
    check('network_settlement_items_amount', sql`${t.amount_paise} <> 0`),
  ],
)

/** Append-only; `entry_key` makes the import idempotent. The statement's texts may name people and are not stored. */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: id(),
    /** `other`: an operator says that the payout was made from another account. */
    kind: text({ enum: ['withdrawal', 'other', 'return', 'network', 'fee'] }).notNull(),
    entry_key: text().notNull().unique(),
    on_day: date({ mode: 'string' }).notNull(),
    amount_paise: paiseColumn().notNull(),
    withdrawal_id: bigint({ mode: 'number' }).references(() => withdrawals.id),
    settlement_id: bigint({ mode: 'number' }).references(() => networkSettlements.id),
    made_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('bank_entries_withdrawal').on(t.withdrawal_id),
    index('bank_entries_settlement').on(t.settlement_id),
    index('bank_entries_day').on(t.on_day, t.id),
    check(
      'bank_entries_kind',
      sql`CASE ${t.kind} WHEN 'withdrawal' THEN ${t.withdrawal_id} IS NOT NULL AND ${t.amount_paise} < 0 WHEN 'other' THEN ${t.withdrawal_id} IS NOT NULL AND ${t.amount_paise} < 0 WHEN 'return' THEN ${t.withdrawal_id} IS NOT NULL AND ${t.amount_paise} > 0 WHEN 'network' THEN ${t.settlement_id} IS NOT NULL AND ${t.amount_paise} > 0 WHEN 'fee' THEN ${t.amount_paise} <> 0 ELSE false END`,
    ),
  ],
)

/**
 * An invoice to a network that was noted before its payment: its GST counts on its day. A cancellation has negated amounts.
 * Append-only; `number` is spelled alike in the payments that name it.
 */
export const networkInvoices = pgTable(
  'network_invoices',
  {
    id: id(),
    network: text().notNull(),
    number: text().notNull(),
    invoiced_on: date({ mode: 'string' }).notNull(),
    commission_paise: paiseColumn().notNull(),
    gst_paise: paiseColumn().notNull(),
    cancels: bigint({ mode: 'number' })
      .unique('network_invoices_cancelled_once')
      .references((): AnyPgColumn => networkInvoices.id),
    reason: text(),
    made_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('network_invoices_number').on(t.network, t.number),
    check('network_invoices_key', sql`coalesce(utr_key_of(${t.number}), '') <> ''`),
    check(
      'network_invoices_amounts',
      sql`CASE WHEN ${t.cancels} IS NULL THEN ${t.commission_paise} > 0 AND ${t.gst_paise} > 0 AND ${t.reason} IS NULL ELSE ${t.commission_paise} < 0 AND ${t.gst_paise} < 0 AND coalesce(${t.reason}, '') <> '' END`,
    ),
  ],
)
