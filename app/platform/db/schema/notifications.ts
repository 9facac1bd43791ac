import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).notNull(),
    /** Deduplicates events: 'conversion:12:r3', 'withdrawal:7:paid'. */
    reference: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    href: text().notNull(),
    /** Values for the placeholders of its SMS; null: no SMS. */
    sms_values: jsonb().$type<string[]>(),
    created_at: createdAt(),
    read_at: instant(),
  },
  (t) => [
    unique('notifications_reference').on(t.user_id, t.reference),
    index('notifications_user').on(t.user_id, t.id),
    index('notifications_unread')
      .on(t.user_id)
      .where(sql`${t.read_at} IS NULL`),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    email: text().primaryKey(),
    unsubscribe_token: text().notNull(),
    created_at: createdAt(),
    unsubscribed_at: instant(),
  },
  (t) => [uniqueIndex('subscriptions_token').on(t.unsubscribe_token)],
)
