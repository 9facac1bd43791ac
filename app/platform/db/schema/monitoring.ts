import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { attemptColumns, createdAt, id, instant } from './columns'

/** At most one open alert per cause (app/domain/alerts/alerts.ts) and subject. Contains no personal data. */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    cause: text().notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
    opened_at: instant().notNull(),
    last_seen_at: instant().notNull(),
    cleared_at: instant(),
  },
  (t) => [
    uniqueIndex('alerts_open')
      .on(t.cause, t.subject)
      .where(sql`${t.cleared_at} IS NULL`),
  ],
)

/** Outbox of the alert webhook, written in the same transaction. Retries send the same id and body. */
export const alertEvents = pgTable(
  'alert_events',
  {
    id: uuid().primaryKey(),
    alert_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => alerts.id),
    event: text({ enum: ['opened', 'cleared'] }).notNull(),
    body: text().notNull(),
    created_at: createdAt(),
    ...attemptColumns(),
    /** Never contains text from the receiver. */
    error: text(),
    delivered_at: instant(),
  },
  (t) => [
    unique('alert_events_once').on(t.alert_id, t.event),
    index('alert_events_due')
      .on(t.next_attempt_at)
      .where(sql`${t.delivered_at} IS NULL`),
  ],
)
