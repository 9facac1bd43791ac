import { and, asc, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { prepared } from '~/platform/db/prepared.server'
import { brands } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import { done, type Done, refused, type Refused } from '~/platform/outcome'
import { escapeLike } from './offer-conditions.server'
import type { MaxRate } from './follows'
import { selectFile, selectImage } from './image-columns.server'
import { offersPath } from './links'

export interface StoreTile {
  name: string
  href: string
  logo: string | null
  count: number
  verified: boolean
  /** The highest payout of its offers; null: none, or only in another currency. */
  upTo: string | null
}

export const hasOffers = sql`brands.live_count > 0`

export const storeColumns = {
  id: brands.id,
  name: brands.name,
  coupon_code: brands.coupon_code,
  seo_title: brands.seo_title,
  img: selectFile(sql`nullif(nullif(brands.img, 'null'), '')`),
  logo: selectImage(sql`brands.img`),
  count: brands.live_count,
  verified: sql<boolean>`brands.verified_at IS NOT NULL`,
  up_to_percent: brands.up_to_percent,
  up_to_rupees: brands.up_to_rupees,
}

type Row = Omit<StoreTile, 'href' | 'upTo'> & MaxRate & { coupon_code: string }
export const toStore = (row: Row): StoreTile => ({
  name: row.name,
  href: offersPath(row.coupon_code),
  logo: row.logo,
  count: row.count,
  verified: row.verified,
  upTo: formatUpTo(row),
})

/** The percentage where there is one (docs/rules.md#43). */
export function formatUpTo({ up_to_percent, up_to_rupees }: MaxRate): string | null {
  const [payout_hundredths, payout_model] =
    up_to_percent === null ? [up_to_rupees, 'flat'] : [up_to_percent, 'percentage']
  if (payout_hundredths === null) return null
  return formatPayout({ payout_hundredths, payout_model, currency: 'Rs.' })
}

export const byStoreRank = [brands.rank, brands.id]

const selectTopStores = prepared((reader) =>
  reader
    .select(storeColumns)
    .from(brands)
    .where(hasOffers)
    .orderBy(...byStoreRank)
    .limit(sql.placeholder('limit')),
)

export async function listTopStores(limit: number): Promise<StoreTile[]> {
  return (await selectTopStores(db, { limit })).map(toStore)
}

/** OFFSET 0 makes it an index probe for each store by rank, not a join with all offers of the categories. */
export const hasOffersIn = (categories: SQL) => sql`${hasOffers} AND EXISTS (
  SELECT 1 FROM campaigns c WHERE c.category_id = ${categories} AND c.brand_id = brands.id AND c.listed OFFSET 0)`

export async function listStoresInCategory(
  categoryId: number | undefined,
  limit: number,
): Promise<StoreTile[]> {
  if (categoryId === undefined) return listTopStores(limit)
  const rows = await db
    .select(storeColumns)
    .from(brands)
    .where(hasOffersIn(sql`${categoryId}::int`))
    .orderBy(...byStoreRank)
    .limit(limit)
  return rows.map(toStore)
}

export interface StoreFilter {
  /** A text in the name or the address. */
  search?: string | undefined
  /** A feed, or BY_HAND. */
  source?: string | undefined
}

export type StoreRow = Awaited<ReturnType<typeof listStoreRows>>[number]

/** For the desk, newest first; also stores without a live offer. */
export const listStoreRows = ({ search, source }: StoreFilter, { after, limit }: Page) =>
  db
    .select({
      id: brands.id,
      name: brands.name,
      coupon_code: brands.coupon_code,
      source: brands.source,
      store_url: brands.store_url,
      live_count: brands.live_count,
      clicks_30d: brands.clicks_30d,
      verified_at: brands.verified_at,
    })
    .from(brands)
    .where(
      and(
        search === undefined
          ? undefined
          : or(
              ...[brands.name, brands.coupon_code].map((column) => ilike(column, `%${escapeLike(search)}%`)),
            ),
        source === undefined ? undefined : eq(brands.source, source),
        continueBelow(brands.id, after),
      ),
    )
    .orderBy(desc(brands.id))
    .limit(limit)

export interface StoreSummary {
  id: number
  name: string
  coupon_code: string
}

export type StoreRefusal = Refused<'no-store'> | Refused<'many-stores', { stores: StoreSummary[] }>

export async function findStore(
  which: string,
  reader: Reader,
): Promise<Done<{ store: StoreSummary }> | StoreRefusal> {
  const stores = await reader
    .select({ id: brands.id, name: brands.name, coupon_code: brands.coupon_code })
    .from(brands)
    .where(or(eq(brands.coupon_code, which), eq(sql`lower(${brands.name})`, which.toLowerCase())))
    .orderBy(asc(brands.id))
  const exact = stores.filter(({ coupon_code }) => coupon_code === which)
  const [store, other] = exact.length ? exact : stores
  if (!store) return refused('no-store')
  return other ? refused('many-stores', { stores }) : done({ store })
}

export interface FoundStore extends StoreSummary {
  live_count: number
}

/** By a part of its name or address; a name that begins with it first. */
export async function searchStores(typed: string, limit: number): Promise<FoundStore[]> {
  const { id, name, coupon_code, live_count, rank } = brands
  const text = escapeLike(typed)
  return db
    .select({ id, name, coupon_code, live_count })
    .from(brands)
    .where(or(ilike(name, `%${text}%`), ilike(coupon_code, `%${text}%`)))
    .orderBy(sql`${name} ILIKE ${`${text}%`} DESC`, asc(rank), asc(id))
    .limit(limit)
}
