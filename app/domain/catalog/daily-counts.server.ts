/** Counts texts by day, without the person: for 90 days, and of 1,000 texts a day (docs/rules.md#45). */
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { dayInIndia } from '~/platform/formats/dates'

const MOST_A_DAY = 1000
const DAYS_KEPT = 90

interface CountTable {
  table: 'missed_searches' | 'asked_hosts'
  column: 'words' | 'host'
}

/** A text beyond the most of a day is not counted, unless it was counted on that day before. */
export async function countText(of: CountTable, text: string, now: Date): Promise<void> {
  const { date } = dayInIndia(now)
  const [table, column] = [sql.identifier(of.table), sql.identifier(of.column)]
  await db.execute(sql`
    WITH old AS (DELETE FROM ${table} WHERE on_day < ${date}::date - ${sql.raw(String(DAYS_KEPT))})
    INSERT INTO ${table} (on_day, ${column})
    SELECT ${date}::date, ${text}
     WHERE (SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE on_day = ${date}::date LIMIT ${sql.raw(String(MOST_A_DAY))}) AS today)
           < ${sql.raw(String(MOST_A_DAY))}
        OR EXISTS (SELECT 1 FROM ${table} WHERE on_day = ${date}::date AND ${column} = ${text})
        ON CONFLICT (on_day, ${column}) DO UPDATE SET times = ${table}.times + 1`)
}

interface Count extends Record<string, unknown> {
  text: string
  times: number
  /** '2026-11-30'. */
  last_day: string
}

/** The most frequent first. */
export function listCounts(
  of: CountTable,
  { days, limit, now }: { days: number; limit: number; now: Date },
): Promise<Count[]> {
  const [table, column] = [sql.identifier(of.table), sql.identifier(of.column)]
  return db.execute<Count>(sql`
    SELECT ${column} AS text, sum(times)::int AS times, max(on_day)::text AS last_day FROM ${table}
     WHERE on_day > ${dayInIndia(now).date}::date - ${days}::int
     GROUP BY ${column} ORDER BY sum(times) DESC, ${column} LIMIT ${limit}`)
}
