import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'
import { MOST_SHOWN, type CardPage } from './lists/campaigns.server'
import { offersPath } from './links'
import { isLive } from './unexpired.server'

export interface BrandCard {
  id: number
  name: string
  href: string
  logo: string | null
  count: number
  verified: boolean
}

const offerCount = sql<number>`(SELECT count(*)::int FROM campaigns c WHERE c.brand_id = brands.id AND ${isLive('c')})`
export const hasOffers = sql`EXISTS (SELECT 1 FROM campaigns c WHERE c.brand_id = brands.id AND ${isLive('c')})`

export const brandColumns = {
  id: brands.id,
  name: brands.name,
  coupon_code: brands.coupon_code,
  seo_title: brands.seo_title,
  logo: sql<string | null>`nullif(nullif(brands.img, 'null'), '')`,
  count: offerCount,
  verified: sql<boolean>`brands.verified_at IS NOT NULL`,
}

type Row = Omit<BrandCard, 'href'> & { coupon_code: string }
export const toBrand = ({ id, name, coupon_code, logo, count, verified }: Row): BrandCard => ({
  id,
  name,
  href: offersPath(coupon_code),
  logo,
  count,
  verified,
})

export async function listTopStores(limit: number, offset = 0): Promise<BrandCard[]> {
  const rows = await db
    .select(brandColumns)
    .from(brands)
    .where(hasOffers)
    .orderBy(brands.rank, brands.id)
    .limit(limit)
    .offset(offset)
  return rows.map(toBrand)
}

export async function listBrands(page: number): Promise<CardPage<BrandCard>> {
  const [items, [count]] = await Promise.all([
    listTopStores(MOST_SHOWN, (page - 1) * MOST_SHOWN),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(brands)
      .where(hasOffers),
  ])
  const total = count?.total ?? 0
  return { items, total, page, pages: Math.max(1, Math.ceil(total / MOST_SHOWN)) }
}

/** An empty list selects all stores. */
export async function listStoresOf(categoryIds: number[], limit: number): Promise<BrandCard[]> {
  if (!categoryIds.length) return listTopStores(limit)
  const ids = sql.join(
    categoryIds.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await db
    .select(brandColumns)
    .from(brands)
    .where(
      sql`EXISTS (SELECT 1 FROM campaigns c WHERE c.brand_id = brands.id AND c.category_id IN (${ids}) AND ${isLive('c')})`,
    )
    .orderBy(brands.rank, brands.id)
    .limit(limit)
  return rows.map(toBrand)
}
