import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { PROVIDER_NAMES } from '~/platform/config/payout-providers'
import { createdAt, id, instant, paiseColumn } from './columns'
import { withdrawals } from './withdrawals'

/** Written before the provider is called: after a crash it shows what may have been sent. */
export const payoutOrders = pgTable(
  'payout_orders',
  {
    withdrawal_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => withdrawals.id),
    provider: text({ enum: PROVIDER_NAMES }).notNull(),
    /** The provider's idempotency key, never changed; 'withdrawal-7' for orders older than this column. */
    reference: text().notNull().unique('payout_orders_reference'),
    /** ready: never sent. sending: in flight, or the sender crashed. asking: sent, result unknown. done: final. */
    stage: text({ enum: ['ready', 'sending', 'asking', 'sent', 'done'] })
      .notNull()
      .default('ready'),
    provider_reference: text(),
    provider_status: text(),
    attempts: integer().notNull().default(0),
    next_attempt_at: createdAt(),
    /** End of the worker's lease; afterwards another worker takes over. */
    leased_until: instant(),
    /** When to query a settled payout again, because it may be returned. Null: never. */
    recheck_at: instant(),
    /** The kind of the last error, never the provider's text. */
    error: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    index('payout_orders_due')
      .on(t.next_attempt_at)
      .where(sql`${t.stage} <> 'done'`),
    index('payout_orders_recheck')
      .on(t.recheck_at)
      .where(sql`${t.recheck_at} IS NOT NULL`),
  ],
)

/** A payment file for the bank. `id` is the batch number. Only `written_at` changes. */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: id(),
    made_by: text().notNull(),
    created_at: createdAt(),
    count: integer().notNull(),
    sum_paise: paiseColumn().notNull(),
    /** Of the CSV file. */
    sha256: text().notNull(),
    /** Of its columns (app/domain/wallet/bank-files.server.ts). */
    format: integer().notNull().default(1),
    /** What is paid to whom, whatever the format. Null: the batch is older than this column. */
    rows_sha256: text(),
    file_name: text(),
    /** Null: the command was interrupted before the file was written. */
    written_at: instant(),
  },
  (t) => [
    check('payout_batches_not_empty', sql`${t.count} > 0 AND ${t.sum_paise} > 0`),
    check('payout_batches_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check(
      'payout_batches_format',
      sql`${t.format} = 1 AND ${t.rows_sha256} IS NULL OR ${t.format} > 1 AND coalesce(${t.rows_sha256} ~ '^[0-9a-f]{64}$', false)`,
    ),
  ],
)

/** A withdrawal is in one batch at a time. Append-only except left_at and left_because. */
export const payoutBatchItems = pgTable(
  'payout_batch_items',
  {
    batch_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => payoutBatches.id),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    /** When the bank rejected the withdrawal; the next export includes it. */
    left_at: instant(),
    left_because: text(),
  },
  (t) => [
    primaryKey({ columns: [t.batch_id, t.withdrawal_id] }),
    uniqueIndex('payout_batch_items_one')
      .on(t.withdrawal_id)
      .where(sql`${t.left_at} IS NULL`),
    check('payout_batch_items_left', sql`(${t.left_at} IS NULL) = (${t.left_because} IS NULL)`),
  ],
)

/** Provider reports that contradict the ledger, each once; no money was moved. */
export const payoutConflicts = pgTable(
  'payout_conflicts',
  {
    id: id(),
    withdrawal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => withdrawals.id),
    provider: text({ enum: PROVIDER_NAMES }).notNull(),
    reason: text().notNull(),
    word: text().notNull(),
    number: text().notNull(),
    amount_paise: paiseColumn().notNull(),
    utr: text(),
    found_at: createdAt(),
    resolved_at: instant(),
    resolution: text(),
  },
  (t) => [
    unique('payout_conflicts_once').on(t.withdrawal_id, t.reason, t.word, t.amount_paise),
    index('payout_conflicts_open')
      .on(t.id)
      .where(sql`${t.resolved_at} IS NULL`),
  ],
)

/** Webhook events of providers, stored before they are applied, each once. */
export const payoutEvents = pgTable(
  'payout_events',
  {
    id: id(),
    provider: text({ enum: PROVIDER_NAMES }).notNull(),
    event_id: text().notNull(),
    kind: text().notNull(),
    /** The sealed body of the request, which contains account numbers. */
    body: text().notNull(),
    received_at: createdAt(),
    outcome: text({ enum: ['applied', 'repeat', 'ignored', 'conflict'] }),
    reason: text(),
    withdrawal_id: bigint({ mode: 'number' }),
    attempts: integer().notNull().default(0),
    next_attempt_at: instant()
      .notNull()
      .default(sql`now() + interval '10 seconds'`),
    processed_at: instant(),
  },
  (t) => [
    unique('payout_events_once').on(t.provider, t.event_id),
    index('payout_events_due')
      .on(t.next_attempt_at)
      .where(sql`${t.processed_at} IS NULL`),
    index('payout_events_withdrawal').on(t.withdrawal_id, t.id),
  ],
)
