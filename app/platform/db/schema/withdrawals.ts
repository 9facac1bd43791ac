import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, paiseColumn } from './columns'
import { users } from './members'

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    amount_paise: paiseColumn().notNull(),
    method: text({ enum: ['bank', 'upi'] }).notNull(),
    status: text({
      enum: ['requested', 'processing', 'unknown', 'paid', 'failed', 'refunded', 'cancelled', 'returned'],
    })
      .notNull()
      .default('requested'),
    /** An idempotency key that the server makes for each form. */
    request_key: uuid().notNull(),
    /** A sealed copy of the payout details at the time of the request. */
    destination: text().notNull(),
    destination_hint: text().notNull(),
    /** Blind index of the bank account or UPI ID; null for older rows. */
    destination_index: text(),
    debt_override: text(),
    signal_override: text(),
    utr: text(),
    /** Normalized by a trigger. Null with a UTR: an old row with a duplicate UTR, which the audit reports. */
    utr_key: text(),
    reason: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    unique('withdrawals_request_key').on(t.user_id, t.request_key),
    unique('withdrawals_utr').on(t.utr_key),
    index('withdrawals_user').on(t.user_id, t.id),
    index('withdrawals_status').on(t.status, t.id),
    index('withdrawals_created').on(t.created_at),
    index('withdrawals_destination').on(t.destination_index),
    check('withdrawals_amount', sql`${t.amount_paise} > 0`),
  ],
)

export const withdrawalEdges = pgTable(
  'withdrawal_edges',
  { from_status: text().notNull(), to_status: text().notNull() },
  (t) => [primaryKey({ columns: [t.from_status, t.to_status] })],
)

/** Append-only, by a trigger. A row with an unchanged status corrects the UTR, and precedes that update. */
export const withdrawalSteps = pgTable(
  'withdrawal_steps',
  {
    id: id(),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    status: text().notNull(),
    utr: text(),
    reason: text(),
    created_at: timestamp({ withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index('withdrawal_steps_withdrawal').on(t.withdrawal_id, t.id),
    index('withdrawal_steps_approved')
      .on(t.created_at)
      .where(sql`${t.status} = 'processing'`),
  ],
)
