import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'
import { sessions, users } from './members'

/** A browser's subscription, which is deleted with its session, or when its push service has dropped it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** Null: the session ended; only a waiting message about safety is still sent. */
    session: text()
      .unique()
      .references(() => sessions.token_hash, { onDelete: 'set null' }),
    /** Keyed hash of the endpoint; unique, because a browser belongs to the member who subscribed last. */
    endpoint_hash: text().notNull().unique(),
    /** Encrypted, because endpoint and keys are enough to send to the browser. */
    sealed: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [index('push_subscriptions_user').on(t.user_id)],
)
