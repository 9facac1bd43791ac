import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'
import { users } from './members'

const payoutDetails = () => ({
  user_id: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => users.id),
  sealed: text().notNull(),
  hint: text().notNull(),
  /** Keyed hash of the account, to detect one that several members use. */
  blind_index: text().notNull(),
  created_at: createdAt(),
  updated_at: createdAt(),
})

export const bankDetails = pgTable('bank_details', payoutDetails(), (t) => [
  index('bank_details_blind').on(t.blind_index),
])

export const upiDetails = pgTable('upi_details', payoutDetails(), (t) => [
  index('upi_details_blind').on(t.blind_index),
])

/** A new or changed destination, for the limit of changes and for who came first (docs/rules.md#60). */
export const destinationSaves = pgTable(
  'destination_saves',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    blind_index: text().notNull(),
    saved_at: createdAt(),
  },
  (t) => [
    index('destination_saves_user').on(t.user_id, t.saved_at),
    index('destination_saves_blind').on(t.blind_index),
  ],
)

/** History of holds, append-only, written by a trigger; the last row equals the hold in users. */
export const holdSteps = pgTable(
  'hold_steps',
  {
    id: id(),
    user_id: bigint({ mode: 'number' }).notNull(),
    hold_until: instant(),
    reason: text(),
    created_at: timestamp({ withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [index('hold_steps_user').on(t.user_id, t.id)],
)
