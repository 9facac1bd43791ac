/** Counts the hosts whose products shoppers pasted, by day, without the address and the person (docs/rules.md#45). */
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { consumeAll, defineAddressLimit, memoize } from '~/platform/db/limits.server'
import { dayInIndia } from '~/platform/formats/dates'

const MOST_A_DAY = 1000
const OF_AN_ADDRESS = 5
const DAY_SECONDS = 86_400
const DAYS_KEPT = 90

const perAddress = memoize(() =>
  defineAddressLimit('asked-hosts', { v4: OF_AN_ADDRESS, v6: OF_AN_ADDRESS }, DAY_SECONDS),
)

/** `address`: an IP, of which five a day are counted; '' skips the limit. */
export async function recordUnknownHost(host: string, address = '', now = new Date()): Promise<void> {
  if (address && (await consumeAll(perAddress()(address)))) return
  const { date } = dayInIndia(now)
  await db.execute(sql`
    WITH old AS (DELETE FROM asked_hosts WHERE on_day < ${date}::date - ${sql.raw(String(DAYS_KEPT))})
    INSERT INTO asked_hosts (on_day, host)
    SELECT ${date}::date, ${host}
     WHERE (SELECT count(*) FROM asked_hosts WHERE on_day = ${date}::date) < ${sql.raw(String(MOST_A_DAY))}
        OR EXISTS (SELECT 1 FROM asked_hosts WHERE on_day = ${date}::date AND host = ${host})
        ON CONFLICT (on_day, host) DO UPDATE SET times = asked_hosts.times + 1`)
}

export type UnknownHost = { host: string; times: number; last_day: string }

export const listUnknownHosts = (days: number, limit: number, now = new Date()): Promise<UnknownHost[]> =>
  db.execute<UnknownHost>(sql`
    SELECT host, sum(times)::int AS times, max(on_day)::text AS last_day FROM asked_hosts
     WHERE on_day > ${dayInIndia(now).date}::date - ${days}::int
     GROUP BY host ORDER BY sum(times) DESC, host LIMIT ${limit}`)
