import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { brandColumns, byBrandRank, hasOffers } from '../brands.server'
import { waitColumns } from '../waits.server'
import { selectIds, toListing, type PageOfRows } from './listing-page.server'

export type BrandListing = Awaited<ReturnType<typeof listBrandListings>>['items'][number]

export async function listBrandListings(slice: PageOfRows) {
  const [rows, [row]] = await Promise.all([
    db
      .select({
        ...brandColumns,
        rank: brands.rank,
        ...waitColumns,
      })
      .from(brands)
      .innerJoin(selectIds(sql`brands`, sql`c.live_count > 0`, slice), sql`brands.id = ANY (slice.ids)`)
      .orderBy(...byBrandRank),
    db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM brands WHERE ${hasOffers}`),
  ])
  return toListing(rows, slice.limit, row!.total)
}
