/** Ranks by what people click, then by what pays (docs/rules.md#11). */
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { jobs } from '~/platform/db/schema/operations'
import { longTransaction } from '~/platform/db/time-limit.server'
import { lockForImport, raiseVersion, unlockFromImport } from './catalogue-lock.server'
import { PAGE_LANGUAGE } from './language'
import { selectFailing } from './feedback.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'

const JOB = 'ranking'
const HOUR_SECONDS = 3600

export const UNRANKED = 2147483647

interface RankedTable {
  table: 'campaigns' | 'brands'
  name: 'title' | 'name'
  /** Clicks of 30 days, as rows (id, n). */
  clicked: SQL
  merits: SQL
}

const recent = sql`created_at > now() - interval '30 days'`

/** One hundredth of a percent of a usual order, in paise: compares a percentage with rupees. */
const USUAL_ORDER = sql.raw('20')

const OFFERS: RankedTable = {
  table: 'campaigns',
  name: 'title',
  merits: sql`
    SELECT c.id, (p.percent IS NOT NULL OR p.rupees IS NOT NULL) AND c.locale = ${PAGE_LANGUAGE}
           AND f.campaign_id IS NULL AS is_wanted,
           coalesce(p.percent * ${USUAL_ORDER}, p.rupees, 0) AS paise, b.verified_at IS NOT NULL AS is_verified,
           greatest(c.starts_at, c.created_at) AS since
      FROM campaigns c JOIN brands b ON b.id = c.brand_id CROSS JOIN catalogue_version v
     CROSS JOIN LATERAL payout_of(c, b, v.share_hundredths) AS p
      LEFT JOIN (${selectFailing}) AS f ON f.campaign_id = c.id`,
  clicked: sql`SELECT campaign_id AS id, count(*)::int AS n FROM clicks WHERE ${recent} GROUP BY 1`,
}
const STORES: RankedTable = {
  table: 'brands',
  name: 'name',
  merits: sql`
    SELECT id, live_count > 0 AS is_wanted, coalesce(up_to_percent * ${USUAL_ORDER}, up_to_rupees, 0) AS paise,
           verified_at IS NOT NULL AS is_verified, created_at AS since FROM brands`,
  clicked: sql`
    SELECT c.brand_id AS id, sum(f.n)::int AS n FROM (${OFFERS.clicked}) AS f JOIN campaigns c ON c.id = f.id GROUP BY 1`,
}

export const rankCatalogue = (): Promise<void> => longTransaction((tx) => rankIn(tx))

/** Ends an import: ranks, updates the stores, and raises the version if anything changed. */
export async function rankIn(tx: Tx, { imported = false } = {}): Promise<void> {
  // Concurrent runs would lock rows in different orders, and even an UPDATE of no rows would raise the version.
  await lockForImport(tx)
  await tx.execute(sql`SELECT update_stores(NULL)`)
  const moved = (await rank(tx, OFFERS)) + (await rank(tx, STORES))
  await unlockFromImport(tx)
  if (imported || moved) await raiseVersion(tx)
  const now = { started_at: sql`now()`, finished_at: sql`now()` }
  await tx
    .insert(jobs)
    .values({ name: JOB, ...now })
    .onConflictDoUpdate({ target: jobs.name, set: now })
}

/** Null: a process has ranked within the last hour. */
export const rankInTurn = (): Promise<object | null> =>
  runIfDue(JOB, HOUR_SECONDS, async () => {
    await rankCatalogue()
    return {}
  })

export const rankingTimer = defineTimer({
  name: JOB,
  every: 600,
  does: 'rank offers and stores',
  job: { name: JOB, seconds: HOUR_SECONDS },
  work: async () => {
    if (await rankInTurn()) log('info', 'catalogue ranked')
  },
})

/** Bits, the highest first: wanted, clicks, a week old (no first places for an import), payout, verified, age. */
const POPULARITY = sql`
  (m.is_wanted::int::bigint << 62) | (least(coalesce(clicked.n, 0), 16777215)::bigint << 38)
  | ((t.created_at < now() - interval '7 days')::int::bigint << 37) | (least(m.paise / 10, 1048575)::bigint << 17)
  | (m.is_verified::int::bigint << 16) | greatest(0, least(65535, m.since::date - date '2020-01-01'))`

/** Gaps keep ranks; near a too narrow one some thousand are spread again, else all. Returns rows written. */
async function rank(tx: Tx, { table, name, clicked, merits }: RankedTable): Promise<number> {
  const target = sql.identifier(table)
  const moved = await tx.execute(sql`
    WITH clicked AS (${clicked}),
         sized AS (SELECT t.id, t.rank, t.popularity AS before, lower(t.${sql.identifier(name)}) AS name,
                          coalesce(clicked.n, 0) AS n, ${POPULARITY} AS popularity
                     FROM ${target} t JOIN (${merits}) AS m USING (id) LEFT JOIN clicked USING (id)),
         placed AS (SELECT *, dense_rank() OVER (ORDER BY popularity DESC, name) AS place FROM sized),
         places AS (SELECT place, min(rank) FILTER (WHERE rank < ${UNRANKED}::int AND before = popularity) AS rank
                      FROM placed GROUP BY place),
         sorted AS (SELECT place, CASE WHEN rank > coalesce(max(rank) OVER before, 0)
                                        AND rank < coalesce(min(rank) OVER after, ${UNRANKED}::int) THEN rank END AS rank
                      FROM places ${SIDES}),
         narrow AS (SELECT DISTINCT place / ${BLOCK} + beside AS block FROM (${selectGaps('sorted')}) AS gaps, generate_series(-1, 1) AS beside
                     WHERE rank IS NULL AND high - low < high_place - low_place),
         kept AS (SELECT place, CASE WHEN place / ${BLOCK} NOT IN (SELECT block FROM narrow) THEN rank END AS rank FROM sorted),
         spread AS (SELECT place, place * step AS respaced,
                           CASE WHEN rank IS NOT NULL THEN rank
                                WHEN high IS NULL THEN low + (place - low_place) * step
                                WHEN high - low >= high_place - low_place
                                THEN low + (high - low) * (place - low_place) / (high_place - low_place) END AS rank
                      FROM (${selectGaps('kept')}) AS gaps),
         ranked AS (SELECT place, CASE WHEN bool_or(rank IS NULL OR rank >= ${UNRANKED}::int) OVER () THEN respaced ELSE rank END AS rank
                      FROM spread)
    UPDATE ${target} SET clicks_30d = placed.n, popularity = placed.popularity, rank = ranked.rank
      FROM placed JOIN ranked USING (place)
     WHERE ${target}.id = placed.id
       AND (${target}.clicks_30d, placed.before, placed.rank) IS DISTINCT FROM (placed.n, placed.popularity, ranked.rank)`)
  return moved.count
}

const BLOCK = sql.raw('1000')

/** Both frames grow row by row; a shrinking one would be computed again for each row. */
const SIDES = sql`
  WINDOW before AS (ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
         after AS (ORDER BY place DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`

/** `step` is the distance of the new ranks. */
const selectGaps = (places: 'sorted' | 'kept') => sql`
  SELECT place, rank, coalesce(max(rank) OVER before, 0)::bigint AS low,
         coalesce(max(place) FILTER (WHERE rank IS NOT NULL) OVER before, 0) AS low_place,
         min(rank) OVER after AS high, min(place) FILTER (WHERE rank IS NOT NULL) OVER after AS high_place,
         greatest(1, least(1000, 1000000000 / count(*) OVER ())) AS step
    FROM ${sql.identifier(places)} ${SIDES}`
