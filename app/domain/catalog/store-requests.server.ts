/** Counts stores by name, without the person (docs/rules.md#45). */
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { consumeAll, defineAddressLimit, memoize } from '~/platform/db/limits.server'
import { dayInIndia } from '~/platform/formats/dates'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { normalizeQuery } from './zero-results.server'

const A_DAY = 5
const DAY_SECONDS = 86_400
const DAYS_KEPT = 365
const MOST_NAMES = 10_000

const perAddress = memoize(() => defineAddressLimit('store-requests', { v4: A_DAY, v6: A_DAY }, DAY_SECONDS))

/** `address`: an IP; '' skips the rate limit. 'unfit': it may name a person. */
export async function requestStore(
  given: string,
  address = '',
  now = new Date(),
): Promise<Done | Refused<'unfit'> | Refused<'tooMany', { minutes: number }>> {
  const name = normalizeQuery(given)
  if (name === null) return refused('unfit')
  const full = address ? await consumeAll(perAddress()(address)) : null
  if (full) return refused('tooMany', full)
  const { date } = dayInIndia(now)
  await db.execute(sql`
    WITH old AS (DELETE FROM store_requests WHERE last_on < ${date}::date - ${sql.raw(String(DAYS_KEPT))} AND name <> ${name})
    INSERT INTO store_requests (name, first_on, last_on)
    SELECT ${name}, ${date}::date, ${date}::date
     WHERE (SELECT count(*) FROM store_requests) < ${sql.raw(String(MOST_NAMES))} OR EXISTS (SELECT 1 FROM store_requests WHERE name = ${name})
        ON CONFLICT (name) DO UPDATE SET times = store_requests.times + 1, last_on = ${date}::date`)
  return done()
}

export type StoreRequest = { name: string; times: number; first_on: string; last_on: string }

export const listStoreRequests = (limit: number): Promise<StoreRequest[]> =>
  db.execute<StoreRequest>(sql`
    SELECT name, times, first_on::text AS first_on, last_on::text AS last_on
      FROM store_requests ORDER BY times DESC, last_on DESC, name LIMIT ${limit}`)
