import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'
import { users } from './members'

/** Whom a signal blocks: BLOCKS in app/domain/signals/signals.server.ts. `facts`: a keyed hash or number, no personal data. */
export const signals = pgTable(
  'signals',
  {
    id: id(),
    kind: text({
      enum: [
        'same-destination',
        'referral-device',
        'sign-up-burst',
        'click-burst',
        'returning-number',
        'claimed-order',
        'many-destinations',
        'burst-sharing',
        'left-debt',
      ],
    }).notNull(),
    facts: text().notNull(),
    raised_at: createdAt(),
    /** A cleared row does not change any more: a further member raises a new signal. */
    cleared_at: instant(),
    cleared_reason: text(),
    /** Found to be fraud. Upheld signals stay open until they are cleared. */
    upheld_at: instant(),
    upheld_reason: text(),
  },
  (t) => [
    uniqueIndex('signals_open')
      .on(t.kind, t.facts)
      .where(sql`${t.cleared_at} IS NULL`),
    index('signals_facts').on(t.kind, t.facts),
    check('signals_cleared', sql`(${t.cleared_at} IS NULL) = (${t.cleared_reason} IS NULL)`),
    check('signals_upheld', sql`(${t.upheld_at} IS NULL) = (${t.upheld_reason} IS NULL)`),
  ],
)

export const signalMembers = pgTable(
  'signal_members',
  {
    signal_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => signals.id, { onDelete: 'cascade' }),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    added_at: createdAt(),
    /** False: only named, and never blocked by it. Null: from before signals had a direction. */
    about: boolean(),
  },
  (t) => [primaryKey({ columns: [t.signal_id, t.user_id] }), index('signal_members_user').on(t.user_id)],
)
