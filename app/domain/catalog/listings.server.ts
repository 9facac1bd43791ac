import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands, campaigns, categories } from '~/platform/db/schema/catalogue'
import { byRank } from './cards.server'
import { findFlashSaleToday } from './flash-sale.server'
import { searchCampaigns } from './search/search.server'
import { selectCampaignId, isKnown } from './campaign-conditions.server'
import { selectBrandId } from './store-page.server'
import { buildConditions } from './select-offers.server'
import { selectIds, toListing, type Listing, type PageOfRows, type Place } from './listings/listing-page.server'
import { MOST_LISTED } from './lists'
import { rateColumns, withPayout } from './rates.server'

const campaignColumns = {
  id: campaigns.id,
  slug: campaigns.slug,
  title: campaigns.title,
  description: campaigns.description_html,
  kpi: campaigns.kpi_html,
  logo_url: sql<string | null>`nullif(campaigns.logo_url, '')`,
  banner_url: campaigns.banner_url,
  img: sql<string | null>`coalesce(campaigns.img, nullif(nullif(brands.img, 'null'), ''))`,
  code: campaigns.code,
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
    .select({ ...campaignColumns, ...(further as Further) })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .leftJoin(categories, eq(categories.id, campaigns.category_id))
    .$dynamic()

type ListingRow = Awaited<ReturnType<typeof selectListings<Record<never, never>>>>[number]

export type CampaignListing = ReturnType<typeof withPayout<ListingRow>>

export interface ListingFilter {
  q?: string
  categoryId?: number | undefined
  store?: string
  withCode?: boolean
}

export async function listCampaignListings(
  filter: ListingFilter,
  slice: PageOfRows,
): Promise<Listing<CampaignListing>> {
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
  return { items: items.map(toCampaignListing), ...rest }
}

function toCampaignListing(row: ListingRow & Place): CampaignListing {
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
  const found = (await searchCampaigns({ q, withCode })).slice(0, MOST_LISTED)
  const shown = found.slice((page - 1) * limit, page * limit)
  const rows = shown.length
    ? await selectListings()
        .where(inArray(campaigns.id, shown))
        .orderBy(...byRank)
    : []
  return { items: rows.map(withPayout), total: found.length }
}

/** A string is resolved as in /CouponsDetails/{name}. Finds ended campaigns, too. */
export async function findCampaignListing(which: number | string): Promise<CampaignListing | null> {
  const id = typeof which === 'number' ? sql`${which}::bigint` : selectCampaignId(which)
  const [row] = await selectListings().where(and(eq(campaigns.id, id), isKnown()))
  return row ? withPayout(row) : null
}

export async function findSaleListing(): Promise<CampaignListing | null> {
  const sale = await findFlashSaleToday()
  return sale && findCampaignListing(sale.id)
}

const selectStoreId = (store: string): SQL =>
  /^[1-9]\d{0,14}$/.test(store)
    ? sql`coalesce(${selectBrandId(store)}, ${store}::bigint)`
    : selectBrandId(store)

export async function hasStore(store: string): Promise<boolean> {
  const [row] = await db
    .select({ id: brands.id })
    .from(brands)
    .where(eq(brands.id, selectStoreId(store)))
  return row !== undefined
}
