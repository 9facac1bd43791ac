import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, paiseColumn } from './columns'
import { users } from './members'

/** A new account with the number inherits debt and hold for 90 days (docs/decisions/0020-payout-destinations.md). */
export const departures = pgTable(
  'departures',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .unique()
      .references(() => users.id),
    /** Keyed hash of the number; null: there is nothing to inherit, or it was erased. */
    phone_hash: text(),
    /** Keyed hashes of the destinations that were paid; null as `phone_hash`. */
    destination_hashes: text().array(),
    /** On the day of the deletion; the ledger has the current debt. */
    debt_paise: paiseColumn().notNull(),
    forfeited_paise: paiseColumn()
      .notNull()
      .default(sql`0`),
    hold_until: instant(),
    hold_reason: text(),
    left_at: createdAt(),
    returned_as: bigint({ mode: 'number' }).references(() => users.id),
    returned_at: instant(),
    inherited: boolean().notNull().default(false),
    /** The debt moved to that account; after lifting, the part not returned because it was written off. */
    moved_paise: paiseColumn()
      .notNull()
      .default(sql`0`),
    lifted_at: instant(),
    lifted_reason: text(),
  },
  (t) => [
    index('departures_phone').on(t.phone_hash),
    index('departures_destinations').using('gin', t.destination_hashes),
    index('departures_returned').on(t.returned_as),
    check('departures_not_negative', sql`${t.debt_paise} >= 0 AND ${t.moved_paise} >= 0`),
    check('departures_forfeited', sql`${t.forfeited_paise} >= 0`),
    check('departures_returned', sql`(${t.returned_as} IS NULL) = (${t.returned_at} IS NULL)`),
    check('departures_moved', sql`${t.moved_paise} = 0 OR ${t.inherited}`),
    check('departures_lifted', sql`(${t.lifted_at} IS NULL) = (${t.lifted_reason} IS NULL)`),
  ],
)
