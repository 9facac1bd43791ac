import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { prepared } from '~/db/prepared.server'
import { brands } from '~/db/schema/catalogue'
import { brandShelves } from '~/db/schema/shelves'
import { formatPayout } from '~/formats/money'
import { MOST_SHOWN, type CardPage } from './lists/campaigns.server'
import { readSlice, sliceOfPage, STORES, type Slice } from './lists/shelf.server'
import { imageOf } from './images/image-of.server'
import { offersPath } from './links'

export interface BrandCard {
  id: number
  name: string
  href: string
  logo: string | null
  count: number
  verified: boolean
  /** The highest that an offer of it pays now: '12.00%', 'Rs. 550.00'; null: nothing, or in another currency alone. */
  upTo: string | null
}

export const hasOffers = sql`brands.live_count > 0`

export const brandColumns = {
  id: brands.id,
  name: brands.name,
  coupon_code: brands.coupon_code,
  seo_title: brands.seo_title,
  /** As in the feed. */
  img: sql<string | null>`nullif(nullif(brands.img, 'null'), '')`,
  logo: imageOf(sql`brands.img`),
  count: brands.live_count,
  verified: sql<boolean>`brands.verified_at IS NOT NULL`,
  up_to_percent: brands.up_to_percent,
  up_to_rupees: brands.up_to_rupees,
}

type Row = Omit<BrandCard, 'href' | 'upTo'> & UpTo & { coupon_code: string }
export const toBrand = (row: Row): BrandCard => ({
  id: row.id,
  name: row.name,
  href: offersPath(row.coupon_code),
  logo: row.logo,
  count: row.count,
  verified: row.verified,
  upTo: upToOf(row),
})

interface UpTo {
  up_to_percent: bigint | null
  up_to_rupees: bigint | null
}

/** The percentage where there is one (docs/rules.md#43). */
export function upToOf({ up_to_percent, up_to_rupees }: UpTo): string | null {
  const [payout_hundredths, payout_model] =
    up_to_percent === null ? [up_to_rupees, 'flat'] : [up_to_percent, 'percentage']
  if (payout_hundredths === null) return null
  return formatPayout({ payout_hundredths, payout_model, currency: 'Rs.' })
}

const byBrandRank = [brands.rank, brands.id]

const selectTopStores = prepared((reader) =>
  reader
    .select(brandColumns)
    .from(brands)
    .where(hasOffers)
    .orderBy(...byBrandRank)
    .limit(sql.placeholder('limit')),
)

export async function listTopStores(limit: number): Promise<BrandCard[]> {
  return (await selectTopStores(db, { limit })).map(toBrand)
}

export async function listBrands(page: number): Promise<CardPage<BrandCard>> {
  const { rows, total } = await readBrandSlice(sliceOfPage(page, MOST_SHOWN))
  return { items: rows.map(toBrand), total, page, pages: Math.max(1, Math.ceil(total / MOST_SHOWN)) }
}

export const readBrandSlice = (slice: Slice) =>
  readSlice(STORES, slice, (subquery) =>
    db
      .select({
        ...brandColumns,
        total: sql<number>`slice.total`,
        skipped: sql<number>`slice.skipped`,
      })
      .from(brands)
      .innerJoin(sql`${subquery} AS slice`, sql`brands.id = ANY (slice.ids)`)
      .orderBy(...byBrandRank),
  )

/** Without a category: of all stores. */
export async function listStoresOf(categoryId: number | undefined, limit: number): Promise<BrandCard[]> {
  if (categoryId === undefined) return listTopStores(limit)
  const rows = await db
    .select(brandColumns)
    .from(brandShelves)
    .innerJoin(brands, eq(brands.id, brandShelves.brand_id))
    .where(eq(brandShelves.category_id, categoryId))
    .orderBy(brandShelves.rank, brandShelves.brand_id)
    .limit(limit)
  return rows.map(toBrand)
}
