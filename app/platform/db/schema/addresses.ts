import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'
import { users } from './members'

/** A link that was sent to an e-mail address. Only the hash of its token is stored; it works once. */
export const addressLinks = pgTable(
  'address_links',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** 'undo' returns to `email`; 'number' begins a change of the mobile number, and 'stop' ends it. */
    purpose: text({ enum: ['confirm', 'change', 'undo', 'number', 'stop'] }).notNull(),
    email: text().notNull(),
    token_hash: text().notNull(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
    ended_at: instant(),
  },
  (t) => [
    uniqueIndex('address_links_token').on(t.token_hash),
    index('address_links_user').on(t.user_id, t.purpose),
    index('address_links_expiry').on(t.expires_at),
  ],
)

/** A member's mobile number changes when `due_at` has passed, unless something stops it. */
export const numberChanges = pgTable(
  'number_changes',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    old_phone: text().notNull(),
    new_phone: text().notNull(),
    email: text().notNull(),
    state: text({ enum: ['waiting', 'done', 'stopped'] })
      .notNull()
      .default('waiting'),
    stopped_by: text({ enum: ['sign-in', 'link', 'password', 'email', 'taken'] }),
    created_at: createdAt(),
    due_at: instant().notNull(),
    ended_at: instant(),
  },
  (t) => [
    uniqueIndex('number_changes_waiting')
      .on(t.user_id)
      .where(sql`${t.state} = 'waiting'`),
    index('number_changes_due')
      .on(t.due_at)
      .where(sql`${t.state} = 'waiting'`),
    index('number_changes_user').on(t.user_id, t.created_at),
    check('number_changes_differ', sql`${t.old_phone} <> ${t.new_phone}`),
    check('number_changes_ended', sql`(${t.state} = 'waiting') = (${t.ended_at} IS NULL)`),
    check('number_changes_stopped', sql`(${t.state} = 'stopped') = (${t.stopped_by} IS NOT NULL)`),
  ],
)
