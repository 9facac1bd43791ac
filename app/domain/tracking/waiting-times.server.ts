/** Expected dates from what stores did before (docs/rules.md#53). */
import { sql, type SQL } from 'drizzle-orm'
import { raiseVersion } from '~/domain/catalog/catalogue-lock.server'
import type { Tx } from '~/platform/db/client.server'
import { readLastRun, runIfDue } from '~/platform/db/jobs.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import { dayInIndia, findLastNight } from '~/platform/formats/dates'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'

const JOB = 'waits'

const LEAST_SALES = 30

const WHOLE = sql.raw('210')
const NEWEST = sql.raw('90')

/** Nights whose figures are kept: a sale is compared with the night before it. */
const KEPT_NIGHTS = 240

const days = (count: number) => sql.raw(`interval '${count} days'`)
const inIndia = (at: SQL) => sql`((${at}) AT TIME ZONE 'Asia/Kolkata')::date`

/** A wait ends with the first applied report of its kind, or with a rejection. */
const selectWaits = (at: SQL): SQL => sql`
  SELECT s.*, p.brand_id AS store_id
    FROM (SELECT c.campaign_id, c.network, c.created_at AS tracked_at, k.created_at AS visited_at,
                 CASE WHEN c.status <> 'pending' THEN coalesce(
                   (SELECT min(i.received_at) FROM postback_inbox i
                     WHERE i.conversion_id = c.id AND i.report <> 'pending'
                       AND (i.outcome = 'applied' OR i.outcome = 'quarantined' AND i.resolved_at IS NOT NULL)),
                   c.updated_at) END AS decided_at
            FROM conversions c JOIN clicks k ON k.id = c.click_id
           WHERE c.created_at > ${at} - ${days(KEPT_NIGHTS + 30)} AND c.created_at <= ${at}) s
    JOIN campaigns p ON p.id = s.campaign_id`

const selectScopes = (at: SQL): SQL => sql`
  SELECT w.step, scope.store_id, scope.network, s.tracked_at, w.since,
         CASE WHEN w.ended_at <= ${at} THEN w.ended_at END AS ended_at
    FROM (${selectWaits(at)}) s
   CROSS JOIN LATERAL (VALUES ('track', s.visited_at, s.tracked_at), ('confirm', s.tracked_at, s.decided_at))
         AS w (step, since, ended_at)
   CROSS JOIN LATERAL (VALUES (s.store_id, NULL::text), (NULL::bigint, s.network)) AS scope (store_id, network)`

/** Kaplan and Meier's estimate with one more waiting sale; the longer of whole sample and newest part. */
const selectFigures = (at: SQL): SQL => sql`
  SELECT step, store_id, network, max(sales) AS sales,
         CASE WHEN bool_or(span = ${WHOLE} AND p50 IS NOT NULL) THEN max(p50) END AS p50,
         CASE WHEN bool_or(span = ${WHOLE} AND p90 IS NOT NULL) THEN max(p90) END AS p90
    FROM (SELECT step, store_id, network, span, sum(rows)::int AS sales, min(hours) FILTER (WHERE left_over <= ln(0.5) + 1e-9) AS p50,
                 min(hours) FILTER (WHERE left_over <= ln(0.1) + 1e-9) AS p90
            FROM (SELECT *, sum(ln(1 - ended / (waiting + 1.0))) OVER (PARTITION BY step, store_id, network, span ORDER BY hours) AS left_over
                    FROM (${selectWaiting(at)}) AS waiting) AS estimated
           GROUP BY step, store_id, network, span HAVING sum(rows) >= ${LEAST_SALES}) AS spans
   GROUP BY step, store_id, network`

const selectWaiting = (at: SQL): SQL => sql`
  SELECT step, store_id, network, span, hours, count(*) AS rows, count(ended_at) AS ended,
         sum(count(*)) OVER (PARTITION BY step, store_id, network, span ORDER BY hours DESC) AS waiting
    FROM (SELECT *, ceil(extract(epoch FROM coalesce(ended_at, ${at}) - since) / 3600)::int AS hours
            FROM scopes CROSS JOIN (VALUES (${WHOLE}), (${NEWEST})) AS s (span)
           WHERE tracked_at BETWEEN ${at} - span * interval '1 day' AND ${at} - ${days(30)}) AS sample
   GROUP BY step, store_id, network, span, hours`

/** Equal by keys that a hash join can use, unlike IS NOT DISTINCT FROM. */
const isSame = (a: string, b: string): SQL =>
  sql.raw(
    `${a}.step = ${b}.step AND coalesce(${a}.store_id, 0) = coalesce(${b}.store_id, 0) AND coalesce(${a}.network, '') = coalesce(${b}.network, '')`,
  )

const selectKept = (at: SQL): SQL => sql`
  SELECT step, store_id, network, count(*)::int AS due,
         count(*) FILTER (WHERE ${inIndia(sql`ended_at`)} <= due_on)::int AS kept
    FROM (SELECT s.*, ${inIndia(sql`s.since + o.p90_hours * interval '1 hour'`)} AS due_on
            FROM scopes s JOIN waiting_times o ON o.night = ${inIndia(sql`s.since`)} AND ${isSame('o', 's')}) AS promised
   WHERE due_on >= ${inIndia(at)} - 30 AND due_on < ${inIndia(at)}
   GROUP BY step, store_id, network`

async function storeFigures(tx: Tx, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const stored = await tx.execute(sql`
    WITH scopes AS MATERIALIZED (${selectScopes(at)})
    INSERT INTO waiting_times (night, step, store_id, network, sales, p50_hours, p90_hours, due, kept)
    SELECT ${dayInIndia(now).date}::date, f.step, f.store_id, f.network, f.sales, f.p50, f.p90, coalesce(k.due, 0), coalesce(k.kept, 0)
      FROM (${selectFigures(at)}) f LEFT JOIN (${selectKept(at)}) k ON ${isSame('f', 'k')}
        ON CONFLICT DO NOTHING`)
  return stored.count
}

/** Idempotent by the day in India. */
export const computeWaits = (now = new Date()): Promise<{ figures: number }> =>
  longTransaction(async (tx) => {
    const figures = await storeFigures(tx, now)
    await tx.execute(
      sql`DELETE FROM waiting_times WHERE night < ${dayInIndia(now).date}::date - ${sql.raw(String(KEPT_NIGHTS))}`,
    )
    if (figures) await raiseVersion(tx)
    return { figures }
  })

export async function computeWaitsIfDue(now = Date.now()): Promise<{ figures: number } | null> {
  const last = await readLastRun(JOB)
  if (last && last.at.getTime() >= findLastNight(now)) return null
  return runIfDue(JOB, 600, () => computeWaits(new Date(now)))
}

export const waitsTimer = defineTimer({
  name: JOB,
  every: 300,
  does: 'compute how long stores take, at night',
  job: { name: JOB },
  work: async () => {
    const computed = await computeWaitsIfDue()
    if (computed) log('info', 'waiting times computed', computed)
  },
})
