import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import { readSettings } from '~/domain/settings/settings.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { lockCatalogue } from './catalogue-lock.server'

/** Each half has its own index (campaigns_ending, campaigns_coming). */
const DUE = sql`(
  SELECT id FROM campaigns WHERE listed AND ends_at <= now()
   UNION ALL
  SELECT id FROM campaigns WHERE NOT listed AND hidden_at IS NULL AND coalesce(ends_at, 'infinity'::timestamptz) > now()
     AND (starts_at IS NULL OR starts_at <= now()))`

/** Returns how many offers changed. Triggers compute the stores' figures (docs/decisions/0080-lists-end.md). */
export async function updateListed(): Promise<number> {
  // Even an UPDATE of no rows raises the catalogue version.
  const [any] = await db.execute(sql`SELECT 1 FROM ${DUE} AS due LIMIT 1`)
  if (!any) return 0
  return longTransaction(async (tx) => {
    await lockCatalogue(tx)
    const moved = await tx.execute(
      sql`UPDATE campaigns SET listed = NOT listed WHERE id IN (SELECT id FROM ${DUE} AS due)`,
    )
    return moved.count
  })
}

export async function rateByShare(given?: bigint | null): Promise<boolean> {
  const share = given === undefined ? (await readSettings(db)).CASHBACK_SHARE : given
  const [stale] = await db.execute(
    sql`SELECT 1 FROM catalogue_version WHERE share_hundredths IS DISTINCT FROM ${share}::bigint`,
  )
  if (!stale) return false
  await longTransaction(async (tx) => {
    await lockCatalogue(tx)
    await tx.execute(sql`UPDATE catalogue_version SET share_hundredths = ${share}::bigint`)
    await tx.execute(sql`SELECT update_stores(NULL)`)
  })
  return true
}

export const listedTimer = defineTimer({
  name: 'begin and end offers',
  every: 20,
  does: 'begin and end offers at their time',
  work: async () => {
    await rateByShare()
    const offers = await updateListed()
    if (offers) log('info', 'offers began or ended', { offers })
  },
})
