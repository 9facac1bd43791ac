import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'

/** Append-only. A month is closed while its last `closed` is newer than its last `reopened`. */
export const periodCloses = pgTable(
  'period_closes',
  {
    id: id(),
    /** In India: '2026-10'. */
    month: text().notNull(),
    step: text({ enum: ['closed', 'reopen-asked', 'reopen-refused', 'reopened'] }).notNull(),
    ends: jsonb(),
    sha256: text(),
    reason: text(),
    made_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('period_closes_of_month').on(t.month, t.id),
    check('period_closes_month', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check(
      'period_closes_step',
      sql`CASE ${t.step} WHEN 'closed' THEN ${t.ends} IS NOT NULL AND coalesce(${t.sha256}, '') ~ '^[0-9a-f]{64}$' AND ${t.reason} IS NULL WHEN 'reopen-asked' THEN ${t.ends} IS NULL AND ${t.sha256} IS NULL AND coalesce(${t.reason}, '') <> '' WHEN 'reopen-refused' THEN ${t.ends} IS NULL AND ${t.sha256} IS NULL AND coalesce(${t.reason}, '') <> '' WHEN 'reopened' THEN ${t.ends} IS NULL AND ${t.sha256} IS NULL AND coalesce(${t.reason}, '') <> '' ELSE false END`,
    ),
  ],
)

export const monthCorrections = pgTable(
  'month_corrections',
  {
    id: id(),
    month: text().notNull(),
    ref_type: text({ enum: ['adjustment', 'settlement', 'bank_entry'] }).notNull(),
    ref_id: bigint({ mode: 'number' }).notNull(),
    created_at: createdAt(),
  },
  (t) => [
    unique('month_corrections_ref').on(t.ref_type, t.ref_id),
    check('month_corrections_month', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('month_corrections_ref_type', sql`${t.ref_type} IN ('adjustment', 'settlement', 'bank_entry')`),
  ],
)
