import { eq, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'
import { brandColumns, toBrand, type BrandCard } from '../brands.server'
import { MOST_SHOWN, selectShelf } from './campaigns.server'
import { toCard, type CampaignCard } from '../cards/cards.server'
import { readSlice, sliceOfPage, totalOf, type Shelf } from './shelf.server'

export type OffersTab = 'all' | 'product'

export interface Brand extends BrandCard {
  couponCode: string
  title: string
  counts: Record<OffersTab, number>
}

/** By coupon_code, else the best ranked store of that name, ignoring case. */
export function brandIdOf(given: string): SQL {
  const name = given.replaceAll('\0', '')
  return sql`coalesce((SELECT id FROM brands WHERE coupon_code = ${name}),
    (SELECT id FROM brands WHERE lower(name) = lower(${name}) ORDER BY rank, id LIMIT 1))`
}

export async function findBrand(name: string): Promise<Brand | null> {
  const [row] = await db
    .select({
      ...brandColumns,
      products: totalOf({ of: 'brand', id: sql`brands.id`, only: 'product' }),
    })
    .from(brands)
    .where(eq(brands.id, brandIdOf(name)))
  if (!row) return null
  return {
    ...toBrand(row),
    couponCode: row.coupon_code,
    title: row.seo_title ?? row.name,
    counts: { all: row.count, product: row.products },
  }
}

/** Takes the name, so that it can run in parallel with findBrand(). */
export async function listOffers(name: string, tab: OffersTab, page = 1): Promise<CampaignCard[]> {
  const shelf: Shelf = { of: 'brand', id: brandIdOf(name), only: tab === 'product' ? tab : undefined }
  const { rows } = await readSlice(shelf, sliceOfPage(page, MOST_SHOWN), selectShelf)
  return rows.map(toCard)
}

export const pagesOf = (count: number) => Math.max(1, Math.ceil(count / MOST_SHOWN))
