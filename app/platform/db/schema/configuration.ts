import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'

/** The newest due row is in force; one without a time waits for a second person, who adds another row. */
export const settings = pgTable(
  'settings',
  {
    id: id(),
    name: text().notNull(),
    value: text().notNull(),
    in_force_from: instant(),
    made_by: text().notNull(),
    approved_by: text(),
    approves: bigint({ mode: 'number' })
      .unique('settings_approved_once')
      .references((): AnyPgColumn => settings.id),
    reason: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('settings_name').on(t.name, t.id),
    check(
      'settings_approval',
      sql`(${t.approves} IS NULL) = (${t.approved_by} IS NULL) AND (${t.approves} IS NULL OR ${t.in_force_from} IS NOT NULL)`,
    ),
    check('settings_from', sql`${t.in_force_from} >= ${t.created_at}`),
  ],
)
