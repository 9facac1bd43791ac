import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { newestById, type Page } from '~/db/period.server'
import { brands } from '~/db/schema/catalogue'
import { waitingTimes } from '~/db/schema/waiting-times'

export interface WaitFilter {
  storeId?: number | undefined
  onlyNetworks?: boolean | undefined
}

export type ListedWait = Awaited<ReturnType<typeof listWaits>>[number]

const lastNight = sql`(SELECT max(night) FROM waiting_times)`

/** Those of the last night. */
export function listWaits({ storeId, onlyNetworks }: WaitFilter, { after, limit }: Page) {
  const { id, night, step, store_id, network, sales, p50_hours, p90_hours, due, kept } = waitingTimes
  const { order, rest } = newestById(id, after)
  return db
    .select({ id, night, step, store: brands.name, network, sales, p50_hours, p90_hours, due, kept })
    .from(waitingTimes)
    .leftJoin(brands, eq(brands.id, store_id))
    .where(
      and(
        eq(night, lastNight),
        storeId === undefined ? undefined : eq(store_id, storeId),
        onlyNetworks ? isNull(store_id) : undefined,
        rest,
      ),
    )
    .orderBy(...order)
    .limit(limit)
}
