/** Ranks by the clicks of 30 days, then by name (docs/rules.md#11). */
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { jobs } from '~/db/schema/operations'
import { longTransaction } from '~/db/time-limit.server'
import { lockForImport, raiseVersion, unlockFromImport } from './catalogue-lock.server'
import { runIfDue } from '~/db/jobs.server'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'

const JOB = 'ranking'
const HOUR_SECONDS = 3600

export const UNRANKED = 2147483647

interface Ranked {
  table: 'campaigns' | 'brands'
  name: 'title' | 'name'
  /** Clicks of 30 days as rows (id, n). */
  clicked: SQL
}

const recent = sql`created_at > now() - interval '30 days'`

const CAMPAIGNS: Ranked = {
  table: 'campaigns',
  name: 'title',
  clicked: sql`SELECT campaign_id AS id, count(*)::int AS n FROM clicks WHERE ${recent} GROUP BY 1`,
}
const BRANDS: Ranked = {
  table: 'brands',
  name: 'name',
  clicked: sql`
    SELECT c.brand_id AS id, sum(f.n)::int AS n FROM (${CAMPAIGNS.clicked}) AS f JOIN campaigns c ON c.id = f.id GROUP BY 1`,
}

export const rankCatalogue = (): Promise<void> => longTransaction((tx) => rankIn(tx))

/** The end of a transaction that imports: ranks, updates the stores, and raises the version if anything changed. */
export async function rankIn(tx: Tx, { imported = false } = {}): Promise<void> {
  // Concurrent runs would lock rows in different orders, and even an UPDATE of no rows would raise the version.
  await lockForImport(tx)
  const moved = (await rank(tx, CAMPAIGNS)) + (await rank(tx, BRANDS))
  await tx.execute(sql`SELECT update_stores(NULL)`)
  await unlockFromImport(tx)
  if (imported || moved) await raiseVersion(tx)
  const now = { started_at: sql`now()`, finished_at: sql`now()` }
  await tx
    .insert(jobs)
    .values({ name: JOB, ...now })
    .onConflictDoUpdate({ target: jobs.name, set: now })
}

/** Null if any process has ranked within the last hour. */
export const rankInTurn = (): Promise<object | null> =>
  runIfDue(JOB, HOUR_SECONDS, async () => {
    await rankCatalogue()
    return {}
  })

export const startRanking = (every = 600): Schedule =>
  schedule(JOB, every, async () => {
    if (await rankInTurn()) log('info', 'catalogue ranked')
  })

/**
 * Ranks have gaps, so that one new offer or click does not move the whole catalogue: a row keeps its rank while its clicks
 * and neighbours stay the same, and the others are spread over the gaps. If a gap is too narrow, some thousand ranks around
 * it are spread again; if that is not enough, all. Returns how many rows were written.
 */
async function rank(tx: Tx, { table, name, clicked }: Ranked): Promise<number> {
  const target = sql.identifier(table)
  const moved = await tx.execute(sql`
    WITH clicked AS (${clicked}),
         placed AS (SELECT t.id, t.rank, t.clicks_30d, coalesce(clicked.n, 0) AS n,
                           dense_rank() OVER (ORDER BY coalesce(clicked.n, 0) DESC, lower(t.${sql.identifier(name)})) AS place
                      FROM ${target} t LEFT JOIN clicked USING (id)),
         places AS (SELECT place, min(rank) FILTER (WHERE rank < ${UNRANKED}::int AND clicks_30d = n) AS rank
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
    UPDATE ${target} SET clicks_30d = placed.n, rank = ranked.rank
      FROM placed JOIN ranked USING (place)
     WHERE ${target}.id = placed.id AND (placed.clicks_30d, placed.rank) IS DISTINCT FROM (placed.n, ranked.rank)`)
  return moved.count
}

const BLOCK = sql.raw('1000')

/** Both frames grow row by row; a shrinking frame would be computed again for each row. */
const SIDES = sql`
  WINDOW before AS (ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
         after AS (ORDER BY place DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`

/** Each row with the kept ranks on both sides; `step` is the distance of the new ranks. */
const selectGaps = (places: 'sorted' | 'kept') => sql`
  SELECT place, rank, coalesce(max(rank) OVER before, 0)::bigint AS low,
         coalesce(max(place) FILTER (WHERE rank IS NOT NULL) OVER before, 0) AS low_place,
         min(rank) OVER after AS high, min(place) FILTER (WHERE rank IS NOT NULL) OVER after AS high_place,
         greatest(1, least(1000, 1000000000 / count(*) OVER ())) AS step
    FROM ${sql.identifier(places)} ${SIDES}`
