import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, paiseColumn } from './columns'

export const unsettled = (t: { resolved_at: AnyPgColumn; outcome: AnyPgColumn }) =>
  sql`${t.resolved_at} IS NULL AND (${t.outcome} IS NULL OR ${t.outcome} = 'quarantined')`

/** Every authenticated postback, with ids in the order of receipt. */
export const postbackInbox = pgTable(
  'postback_inbox',
  {
    id: id(),
    network: text().notNull(),
    method: text().notNull(),
    raw: jsonb().$type<Record<string, string>>().notNull(),
    received_at: createdAt(),
    click_id: text(),
    external_id: text(),
    report: text({ enum: ['pending', 'approved', 'rejected', 'reversed'] }),
    sale_paise: paiseColumn(),
    outcome: text({ enum: ['applied', 'repeat', 'stale', 'quarantined', 'superseded'] }),
    reason: text(),
    conversion_id: bigint({ mode: 'number' }),
    processed_at: instant(),
    attempts: integer().notNull().default(0),
    error: text(),
    next_attempt_at: instant()
      .notNull()
      .default(sql`now() + interval '10 seconds'`),
    resolved_at: instant(),
    resolution: text(),
  },
  (t) => [
    index('postback_inbox_open')
      .on(t.received_at)
      .where(sql`${t.processed_at} IS NULL`),
    index('postback_inbox_due')
      .on(t.next_attempt_at)
      .where(sql`${t.processed_at} IS NULL`),
    index('postback_inbox_outcome').on(t.outcome, t.id),
    index('postback_inbox_network').on(t.network, t.id),
    index('postback_inbox_conversion').on(t.conversion_id, t.id),
    index('postback_inbox_received').on(t.received_at),
    index('postback_inbox_dismissed')
      .on(t.click_id, t.id)
      .where(sql`${t.resolved_at} IS NOT NULL AND ${t.conversion_id} IS NULL`),
    index('postback_inbox_unsettled_click').on(t.network, t.click_id, t.id).where(unsettled(t)),
    index('postback_inbox_unsettled_sale').on(t.network, t.external_id, t.id).where(unsettled(t)),
  ],
)
