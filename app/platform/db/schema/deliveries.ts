import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { attemptColumns, createdAt, id, instant } from './columns'
import { notifications } from './notifications'

/** Outbox: one row for each channel and address, in the transaction of its notification. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    /** The same at each attempt: the Message-ID of a mail. */
    key: uuid().notNull().defaultRandom(),
    notification_id: bigint({ mode: 'number' }).references(() => notifications.id, { onDelete: 'cascade' }),
    /** Null: the address belongs to no account. */
    user_id: bigint({ mode: 'number' }),
    channel: text({ enum: ['email', 'push', 'sms'] }).notNull(),
    kind: text().notNull(),
    topic: text({ enum: ['safety', 'money', 'stores', 'newsletter'] }).notNull(),
    /** Null: the delivery ended, and belonged to no account. */
    address: text(),
    /** Sealed, because it may contain a link's secret; null: it is a notification, or has ended. */
    content: text(),
    state: text({ enum: ['waiting', 'sent', 'refused', 'cancelled', 'expired'] })
      .notNull()
      .default('waiting'),
    ...attemptColumns(),
    answer: text(),
    created_at: createdAt(),
    ended_at: instant(),
  },
  (t) => [
    unique('deliveries_key').on(t.key),
    unique('deliveries_once').on(t.notification_id, t.channel, t.address),
    index('deliveries_user').on(t.user_id, t.id),
    index('deliveries_due')
      .on(t.channel, sql`(${t.topic} <> 'safety')`, t.next_attempt_at)
      .where(sql`${t.state} = 'waiting'`),
    index('deliveries_ended')
      .on(t.ended_at)
      .where(sql`${t.ended_at} IS NOT NULL`),
    /** At most one waiting delivery of an issue for an address; also serves the counts of an issue. */
    uniqueIndex('deliveries_newsletter')
      .on(t.kind, t.address)
      .where(sql`${t.kind} LIKE 'newsletter:%'`),
    check('deliveries_end', sql`(${t.state} = 'waiting') = (${t.ended_at} IS NULL)`),
    check('deliveries_erased', sql`${t.ended_at} IS NULL OR ${t.content} IS NULL`),
    check('deliveries_address', sql`${t.address} IS NOT NULL OR ${t.ended_at} IS NOT NULL`),
  ],
)

/** Without a row the default counts (app/domain/outreach/topics.ts). */
export const messageChoices = pgTable(
  'message_choices',
  {
    user_id: bigint({ mode: 'number' }).notNull(),
    topic: text({ enum: ['money', 'stores', 'newsletter'] }).notNull(),
    channel: text({ enum: ['email', 'push'] }).notNull(),
    wanted: boolean().notNull(),
    changed_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.topic, t.channel] })],
)
