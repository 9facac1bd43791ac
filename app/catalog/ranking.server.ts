/** Ranks by the clicks of 30 days, then by name (docs/rules.md#11), and stores the positions anew. */
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { jobs } from '~/db/schema/operations'
import { longTransaction } from '~/db/time-limit.server'
import { lockCatalogue, raiseVersion } from './catalogue-lock.server'
import { takeTurn } from '~/db/job-lock.server'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'

const JOB = 'ranking'
const HOUR = 3600

interface Ranked {
  table: 'campaigns' | 'brands'
  name: 'title' | 'name'
  belongs: SQL
}

const CAMPAIGNS: Ranked = { table: 'campaigns', name: 'title', belongs: sql`c.id = t.id` }
const BRANDS: Ranked = { table: 'brands', name: 'name', belongs: sql`c.brand_id = t.id` }

/** Postpones the next scheduled ranking by an hour. After an import, the version is raised though no rank moves. */
export async function rankCatalogue({ imported = false } = {}): Promise<void> {
  await longTransaction(async (tx) => {
    // Concurrent runs would lock rows in different orders.
    await lockCatalogue(tx)
    for (const ranked of [CAMPAIGNS, BRANDS]) await rank(tx, ranked)
    await tx.execute(sql`SELECT rebuild_shelves()`)
    if (imported) await raiseVersion(tx)
    const now = { started_at: sql`now()`, finished_at: sql`now()` }
    await tx
      .insert(jobs)
      .values({ name: JOB, ...now })
      .onConflictDoUpdate({ target: jobs.name, set: now })
  })
}

/** Null if any process has ranked within the last hour. */
export const rankInTurn = (): Promise<object | null> =>
  takeTurn(JOB, HOUR, async () => {
    await rankCatalogue()
    return {}
  })

export const startRanking = (every = 600): Schedule =>
  schedule(JOB, every, async () => {
    if (await rankInTurn()) log('info', 'catalogue ranked')
  })

async function rank(tx: Tx, { table, name, belongs }: Ranked): Promise<void> {
  const target = sql.identifier(table)
  const by = sql`lower(t.${sql.identifier(name)})`
  const moved = sql`
    WITH fresh AS (SELECT campaign_id, count(*)::int AS n FROM clicks
                    WHERE created_at > now() - interval '30 days' GROUP BY campaign_id),
         counted AS (SELECT t.id, coalesce(sum(f.n), 0)::int AS n, ${by} AS name
                       FROM ${target} t LEFT JOIN campaigns c ON ${belongs} LEFT JOIN fresh f ON f.campaign_id = c.id
                      GROUP BY t.id),
         ranked AS (SELECT id, n, (dense_rank() OVER (ORDER BY n DESC, name))::int AS place FROM counted),
         moved AS (SELECT r.* FROM ranked r JOIN ${target} t USING (id)
                    WHERE (t.clicks_30d, t.rank) IS DISTINCT FROM (r.n, r.place))`
  // Even an UPDATE of no rows raises the catalogue version.
  const [any] = await tx.execute(sql`${moved} SELECT 1 FROM moved LIMIT 1`)
  if (any)
    await tx.execute(sql`
      ${moved} UPDATE ${target} SET clicks_30d = moved.n, rank = moved.place FROM moved WHERE ${target}.id = moved.id`)
}
