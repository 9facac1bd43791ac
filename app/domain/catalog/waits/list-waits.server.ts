import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { waitingTimes } from '~/platform/db/schema/waiting-times'

interface WaitFilter {
  storeId?: number | undefined
  onlyNetworks?: boolean | undefined
}

export type WaitRow = Awaited<ReturnType<typeof listWaits>>[number]

export function listWaits({ storeId, onlyNetworks }: WaitFilter, limit: number) {
  const { night, step, store_id, network, sales, p50_hours, p90_hours, due, kept } = waitingTimes
  return db
    .select({ night, step, store: brands.name, network, sales, p50_hours, p90_hours, due, kept })
    .from(waitingTimes)
    .leftJoin(brands, eq(brands.id, store_id))
    .where(
      and(
        eq(night, sql`(SELECT max(night) FROM waiting_times)`),
        storeId === undefined ? undefined : eq(store_id, storeId),
        onlyNetworks ? isNull(store_id) : undefined,
      ),
    )
    .orderBy(sql`${kept}::numeric / nullif(${due}, 0)`, store_id, network, step)
    .limit(limit)
}
