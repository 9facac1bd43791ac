import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns, categories } from '~/db/schema/catalogue'
import { readBrandSlice } from '../brands.server'
import { byRank } from '../cards/cards.server'
import { findFlashSaleToday } from '../home/home.server'
import { MOST_FOUND, searchCampaigns } from '../search/search.server'
import { campaignIdOf, isKnown } from '../unexpired.server'
import { brandIdOf } from './offers.server'
import { ALL, readSlice, sliceOfPage, WITH_CODE, withoutFound, type Shelf } from './shelf.server'
import { rateColumns, withPayout } from '../rates/offer-rates.server'

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
  /** Id, or the name in /Offers/{name}. */
  store?: string
  withCode?: boolean
}

interface PageOfRows {
  page: number
  limit: number
}

export async function listCampaignListings(
  filter: ListingFilter,
  { page, limit }: PageOfRows,
): Promise<{ items: CampaignListing[]; total: number }> {
  if (filter.q) return searchListings(filter, filter.q, { page, limit })
  const { rows, total } = await readSlice(shelfOf(filter), sliceOfPage(page, limit), (slice) =>
    selectListings({ total: sql<number>`slice.total`, skipped: sql<number>`slice.skipped` })
      .innerJoin(sql`${slice} AS slice`, sql`campaigns.id = ANY (slice.ids)`)
      .orderBy(...byRank),
  )
  return { items: rows.map(withoutFound).map(withPayout), total }
}

function shelfOf({ categoryId, store, withCode }: ListingFilter): Shelf {
  if (store !== undefined) return { of: 'brand', id: storeIdOf(store), only: withCode ? 'code' : undefined }
  if (categoryId !== undefined) return { of: 'category', id: categoryId }
  return withCode ? WITH_CODE : ALL
}

/** Finds and counts MOST_FOUND at most. */
async function searchListings({ withCode }: ListingFilter, q: string, { page, limit }: PageOfRows) {
  const found = (await searchCampaigns({ q, withCode })).slice(0, MOST_FOUND)
  const shown = found.slice((page - 1) * limit, page * limit)
  const rows = shown.length
    ? await selectListings()
        .where(inArray(campaigns.id, shown))
        .orderBy(...byRank)
    : []
  return { items: rows.map(withPayout), total: found.length }
}

/** A string is resolved as in /CouponsDetails/{name}. Includes ended campaigns. */
export async function findCampaignListing(which: number | string): Promise<CampaignListing | null> {
  const id = typeof which === 'number' ? sql`${which}::bigint` : campaignIdOf(which)
  const [row] = await selectListings().where(and(eq(campaigns.id, id), isKnown()))
  return row ? withPayout(row) : null
}

export async function findSaleListing(): Promise<CampaignListing | null> {
  const sale = await findFlashSaleToday()
  return sale && findCampaignListing(sale.id)
}

const storeIdOf = (store: string): SQL =>
  /^[1-9]\d{0,14}$/.test(store) ? sql`coalesce(${brandIdOf(store)}, ${store}::bigint)` : brandIdOf(store)

export async function hasStore(store: string): Promise<boolean> {
  const [row] = await db
    .select({ id: brands.id })
    .from(brands)
    .where(eq(brands.id, storeIdOf(store)))
  return row !== undefined
}

export type BrandListing = Awaited<ReturnType<typeof listBrandListings>>['items'][number]

export async function listBrandListings({ page, limit }: PageOfRows) {
  const { rows, total } = await readBrandSlice(sliceOfPage(page, limit))
  return { items: rows, total }
}
