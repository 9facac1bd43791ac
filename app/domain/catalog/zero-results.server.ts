/** Counts searches by day, without the person (docs/rules.md#45). */
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { dayInIndia } from '~/platform/formats/dates'

const MAX_LENGTH = 60
const MOST_A_DAY = 1000
const DAYS_KEPT = 90

/** Null: the query may name a person. */
export function normalizeQuery(q: string): string | null {
  const words = q
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  if (!words || words.length > MAX_LENGTH || /@/.test(words)) return null
  const digits = words.replace(/\P{Nd}/gu, '')
  return digits.length > 5 ? null : words
}

export async function recordZeroResults(q: string, now = new Date()): Promise<void> {
  const words = normalizeQuery(q)
  if (words === null) return
  const { date } = dayInIndia(now)
  await db.execute(sql`
    WITH old AS (DELETE FROM missed_searches WHERE on_day < ${date}::date - ${sql.raw(String(DAYS_KEPT))})
    INSERT INTO missed_searches (on_day, words)
    SELECT ${date}::date, ${words}
     WHERE (SELECT count(*) FROM (SELECT 1 FROM missed_searches WHERE on_day = ${date}::date LIMIT ${sql.raw(String(MOST_A_DAY))}) AS counted)
           < ${sql.raw(String(MOST_A_DAY))}
        OR EXISTS (SELECT 1 FROM missed_searches WHERE on_day = ${date}::date AND words = ${words})
        ON CONFLICT (on_day, words) DO UPDATE SET times = missed_searches.times + 1`)
}

export type ZeroResultQuery = { words: string; times: number; last_day: string }

export const listZeroResults = (days: number, limit: number, now = new Date()): Promise<ZeroResultQuery[]> =>
  db.execute<ZeroResultQuery>(sql`
    SELECT words, sum(times)::int AS times, max(on_day)::text AS last_day FROM missed_searches
     WHERE on_day > ${dayInIndia(now).date}::date - ${days}::int
     GROUP BY words ORDER BY sum(times) DESC, words LIMIT ${limit}`)
