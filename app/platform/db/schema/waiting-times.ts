import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { brands } from './catalogue'
import { id } from './columns'

/** Waits of stores and networks, computed every night (docs/rules.md#53). */
export const waitingTimes = pgTable(
  'waiting_times',
  {
    id: id(),
    night: date().notNull(),
    step: text({ enum: ['track', 'confirm'] }).notNull(),
    store_id: bigint({ mode: 'number' }).references(() => brands.id),
    network: text(),
    sales: integer().notNull(),
    /** Hours after which half and nine of ten were done; null: too many still wait. */
    p50_hours: integer(),
    p90_hours: integer(),
    /** Sales expected in the 30 days before, and those done by then. */
    due: integer().notNull(),
    kept: integer().notNull(),
  },
  (t) => [
    unique('waiting_times_night').on(t.night, t.step, t.store_id, t.network).nullsNotDistinct(),
    check('waiting_times_subject', sql`(${t.store_id} IS NULL) <> (${t.network} IS NULL)`),
  ],
)
