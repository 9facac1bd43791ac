import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands, campaigns, categories } from '~/platform/db/schema/catalogue'
import { storeColumns, byStoreRank, hasOffers } from './stores.server'
import { isKnown, selectOfferId } from './offer-conditions.server'
import { byRank } from './cards.server'
import { selectFile } from './image-columns.server'
import { findFlashSaleToday } from './flash-sale.server'
import { MOST_LISTED } from './lists'
import { rateColumns, withPayout } from './rates.server'
import { searchOffers } from './search.server'
import { buildConditions } from './select-offers.server'
import { selectStoreIdByName } from './store-page.server'
import { waitColumns } from './waits.server'
import { ROW_ID } from '~/platform/formats/ids'

const offerColumns = {
  id: campaigns.id,
  slug: campaigns.slug,
  title: campaigns.title,
  description: campaigns.description_html,
  kpi: campaigns.kpi_html,
  logo_url: sql<string | null>`nullif(campaigns.logo_url, '')`,
  banner_url: campaigns.banner_url,
  img: selectFile(sql`coalesce(campaigns.img, nullif(nullif(brands.img, 'null'), ''))`),
  code: campaigns.code,
  keeps_cashback: campaigns.keeps_cashback,
  keeps_cashback_source: campaigns.keeps_source,
  keeps_cashback_since: campaigns.keeps_since,
  categories: campaigns.categories,
  category: categories.name,
  brand: brands.name,
  coupon_code: brands.coupon_code,
  coupon_count: brands.live_count,
  seo_title: sql<string | null>`coalesce(campaigns.seo_title, brands.seo_title)`,
  type: campaigns.type,
  offer: campaigns.offer,
  ...rateColumns,
  cap_paise: campaigns.cap_paise,
  url: campaigns.url,
  locale: campaigns.locale,
  guest_clicks: campaigns.guest_clicks,
  ends_at: campaigns.ends_at,
}

const selectListings = <Further extends Record<string, SQL> = Record<never, never>>(further?: Further) =>
  db
    .select({ ...offerColumns, ...(further as Further) })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .leftJoin(categories, eq(categories.id, campaigns.category_id))
    .$dynamic()

type ListingRow = Awaited<ReturnType<typeof selectListings<Record<never, never>>>>[number]

export type OfferListing = ReturnType<typeof withPayout<ListingRow>>

export interface ListingFilter {
  q?: string
  categoryId?: number | undefined
  store?: string
  withCode?: boolean
}

export async function listOfferListings(
  filter: ListingFilter,
  slice: PageOfRows,
): Promise<Listing<OfferListing>> {
  if (filter.q) return searchListings(filter, filter.q, slice)
  const { categoryId, store, withCode } = filter
  const where = buildConditions(
    { storeId: store === undefined ? undefined : selectStoreId(store), only: withCode ? 'code' : undefined },
    categoryId === undefined ? undefined : sql`${categoryId}::int`,
  )
  const [rows, [row]] = await Promise.all([
    selectListings({ rank: sql<number>`campaigns.rank` })
      .innerJoin(selectIds(sql`campaigns`, where, slice), sql`campaigns.id = ANY (slice.ids)`)
      .orderBy(...byRank),
    db.execute<{ total: number }>(sql`SELECT ${countListed(filter)} AS total`),
  ])
  const { items, ...rest } = toListing(rows, slice.limit, row!.total)
  return { items: items.map(toOfferListing), ...rest }
}

function toOfferListing(row: ListingRow & Place): OfferListing {
  const { rank: _, ...listing } = row
  return withPayout(listing)
}

function countListed({ categoryId, store, withCode }: ListingFilter): SQL {
  if (categoryId !== undefined)
    return sql`(SELECT count(*)::int FROM campaigns WHERE category_id = ${categoryId}::int AND listed)`
  const of = store === undefined ? sql`` : sql`WHERE id = ${selectStoreId(store)}`
  return sql`(SELECT coalesce(sum(${sql.raw(withCode ? 'live_codes' : 'live_count')}), 0)::int FROM brands ${of})`
}

async function searchListings({ withCode }: ListingFilter, q: string, { page, limit }: PageOfRows) {
  const found = (await searchOffers({ q, withCode })).slice(0, MOST_LISTED)
  const shown = found.slice((page - 1) * limit, page * limit)
  const rows = shown.length
    ? await selectListings()
        .where(inArray(campaigns.id, shown))
        .orderBy(...byRank)
    : []
  return { items: rows.map(withPayout), total: found.length }
}

/** A string is resolved as in /CouponsDetails/{name}. Finds ended offers, too. */
export async function findOfferListing(which: number | string): Promise<OfferListing | null> {
  const id = typeof which === 'number' ? sql`${which}::bigint` : selectOfferId(which)
  const [row] = await selectListings().where(and(eq(campaigns.id, id), isKnown()))
  return row ? withPayout(row) : null
}

export async function findSaleListing(): Promise<OfferListing | null> {
  const sale = await findFlashSaleToday()
  return sale && findOfferListing(sale.id)
}

const selectStoreId = (store: string): SQL =>
  ROW_ID.test(store)
    ? sql`coalesce(${selectStoreIdByName(store)}, ${store}::bigint)`
    : selectStoreIdByName(store)

export async function hasStore(store: string): Promise<boolean> {
  const [row] = await db
    .select({ id: brands.id })
    .from(brands)
    .where(eq(brands.id, selectStoreId(store)))
  return row !== undefined
}

export interface Place {
  rank: number
  id: number
}

/** Pages end at MOST_LISTED rows; `after` continues beyond them. */
export interface PageOfRows {
  page: number
  limit: number
  after?: Place | null
}

export interface Listing<Row> {
  items: Row[]
  total: number
  /** The place of the last row, null if no more follow; undefined for lists by page. */
  end?: Place | null
}

/** Selects one id more than `limit` if more follow. A constant limit inside keeps the plan independent of it. */
function selectIds(table: SQL, where: SQL, { page, limit, after }: PageOfRows): SQL {
  const { rank, id } = after ?? { rank: -1, id: 0 }
  const first = after ? 0 : Math.min((page - 1) * limit, MOST_LISTED)
  const most = first < MOST_LISTED ? limit + 1 : 0
  return sql`(SELECT ARRAY(SELECT id FROM (
      SELECT c.id FROM ${table} c WHERE ${where} AND (c.rank, c.id) > (${rank}::bigint, ${id}::bigint)
       ORDER BY c.rank, c.id LIMIT ${sql.raw(String(2 * MOST_LISTED))}) AS near
     LIMIT ${most}::int OFFSET ${first}::int) AS ids) AS slice`
}

function toListing<Row extends Place>(rows: Row[], limit: number, total: number) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, end: rows.length > limit && last ? { rank: last.rank, id: last.id } : null }
}

export type StoreListing = Awaited<ReturnType<typeof listStoreListings>>['items'][number]

export async function listStoreListings(slice: PageOfRows) {
  const [rows, [row]] = await Promise.all([
    db
      .select({
        ...storeColumns,
        rank: brands.rank,
        ...waitColumns,
      })
      .from(brands)
      .innerJoin(selectIds(sql`brands`, sql`c.live_count > 0`, slice), sql`brands.id = ANY (slice.ids)`)
      .orderBy(...byStoreRank),
    db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM brands WHERE ${hasOffers}`),
  ])
  return toListing(rows, slice.limit, row!.total)
}
