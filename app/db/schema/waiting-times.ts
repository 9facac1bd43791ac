import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { brands } from './catalogue'
import { id } from './columns'

/**
 * How long the sales of a store, and of a network, waited for each step: computed every night from those tracked 30 to 210
 * days before (docs/decisions/0089-expected-dates.md).
 */
export const waitingTimes = pgTable(
  'waiting_times',
  {
    id: id(),
    /** A day in India. */
    night: date().notNull(),
    step: text({ enum: ['track', 'confirm'] }).notNull(),
    store_id: bigint({ mode: 'number' }).references(() => brands.id),
    network: text(),
    sales: integer().notNull(),
    /** Hours within which half and nine of ten of them were done; null: too many still wait. */
    p50_hours: integer(),
    p90_hours: integer(),
    /** Sales whose expected date was in the 30 days before, and how many of them were done by then. */
    due: integer().notNull(),
    kept: integer().notNull(),
  },
  (t) => [
    unique('waiting_times_night').on(t.night, t.step, t.store_id, t.network).nullsNotDistinct(),
    check('waiting_times_subject', sql`(${t.store_id} IS NULL) <> (${t.network} IS NULL)`),
  ],
)
