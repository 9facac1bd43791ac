import { and, eq, ilike, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns, categories } from '~/db/schema/catalogue'
import { brandColumns, hasOffers } from '../brands.server'
import { byRank } from '../cards/cards.server'
import { findFlashSaleToday } from '../home/home.server'
import { campaignIdOf, isKnown, isLive, likePart } from '../unexpired.server'
import { brandIdOf } from './offers.server'
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

const selectListings = () =>
  db
    .select(campaignColumns)
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .leftJoin(categories, eq(categories.id, campaigns.category_id))
    .$dynamic()

type ListingRow = Awaited<ReturnType<typeof selectListings>>[number]

export type CampaignListing = ReturnType<typeof withPayout<ListingRow>>

export interface ListingFilter {
  q?: string
  categoryIds?: number[]
  /** Id, or the name in /Offers/{name}. */
  store?: string
  withCode?: boolean
}

interface Slice {
  page: number
  limit: number
}

export async function listCampaignListings(
  filter: ListingFilter,
  { page, limit }: Slice,
): Promise<{ items: CampaignListing[]; total: number }> {
  const { q, categoryIds, store, withCode } = filter
  const where = and(
    isLive(),
    q ? ilike(campaigns.title, `%${likePart(q)}%`) : undefined,
    categoryIds ? inArray(campaigns.category_id, categoryIds) : undefined,
    store === undefined ? undefined : eq(campaigns.brand_id, storeIdOf(store)),
    withCode ? isNotNull(campaigns.code) : undefined,
  )
  const [items, [count]] = await Promise.all([
    selectListings()
      .where(where)
      .orderBy(...byRank)
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(campaigns)
      .where(where),
  ])
  return { items: items.map(withPayout), total: count?.total ?? 0 }
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

export async function listBrandListings({ page, limit }: Slice) {
  const [rows, [count]] = await Promise.all([
    db
      .select(brandColumns)
      .from(brands)
      .where(hasOffers)
      .orderBy(brands.rank, brands.id)
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(brands)
      .where(hasOffers),
  ])
  return { items: rows, total: count?.total ?? 0 }
}
