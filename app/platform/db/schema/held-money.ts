import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, paiseColumn } from './columns'
import { users } from './members'
import { conversions } from './conversions'

/** Amounts only decrease. `granted`: in the wallet; `waiting`: until a signal is cleared; `ended`: never credited. */
export const heldMoney = pgTable(
  'held_money',
  {
    id: id(),
    conversion_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => conversions.id),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['cashback', 'referral'] }).notNull(),
    /** The revision of the sale's change; the ledger reference is 'conversion:12:r3:cashback'. */
    revision: integer().notNull(),
    amount_paise: paiseColumn().notNull(),
    /** A midnight in India. Null: held by a signal alone. */
    until: instant(),
    state: text({ enum: ['granted', 'waiting', 'ended'] }).notNull(),
    created_at: createdAt(),
  },
  (t) => [
    unique('held_money_change').on(t.conversion_id, t.kind, t.revision),
    index('held_money_user').on(t.user_id, t.until),
    index('held_money_waiting')
      .on(t.id)
      .where(sql`${t.state} = 'waiting'`),
    check('held_money_amount', sql`${t.amount_paise} >= 0`),
    check(
      'held_money_state',
      sql`${t.kind} IN ('cashback', 'referral') AND ${t.state} IN ('granted', 'waiting', 'ended') AND (${t.kind} = 'referral' OR ${t.state} = 'granted')`,
    ),
  ],
)
