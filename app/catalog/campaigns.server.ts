/** Campaigns: one by its name in a URL, and the lists that pages are made of. */
import { and, eq, ilike, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import { formatDate } from '~/dates'
import { db } from '~/db/client.server'
import { brands, campaigns, categories, seoTexts } from '~/db/schema'
import { byRank, selectCards, toCard, type CampaignCard } from './cards.server'
import { detailPath } from './links'
import { isKnown, isLive, likePart } from './live.server'

/** Section 9. */
export const PAGE_SIZE = 15
/** decisions.md 26: the most a list shows at once. */
export const MOST_SHOWN = 60
const FIRST_SHOWN = 6

export interface Page<Item> {
  items: Item[]
  /** Of all pages. */
  total: number
  page: number
  pages: number
}

export interface CampaignDetail extends CampaignCard {
  code: string | null
  /** Cleaned HTML. */
  descriptionHtml: string
  termsHtml: string
  /** The store's own https address. */
  url: string
  brandCount: number
  category: string | null
  categoryId: number | null
  locale: string
  /** '30 Jun 2025', when it is over. */
  endedOn: string | null
  seo: { title: string; description: string } | null
}

/**
 * The campaign that a URL means (decisions.md 39): by slug, else by title in any case, of several the best ranked live
 * one. Ended ones are found too; those not begun or hidden are not.
 */
export async function findCampaign(name: string): Promise<CampaignDetail | null> {
  const [found] = await db
    .select({
      id: campaigns.id,
      code: campaigns.code,
      descriptionHtml: campaigns.description_html,
      termsHtml: campaigns.kpi_html,
      url: campaigns.url,
      locale: campaigns.locale,
      category: categories.name,
      categoryId: campaigns.category_id,
      endedAt: sql<Date | null>`CASE WHEN campaigns.ends_at <= now() THEN campaigns.ends_at END`.mapWith(
        campaigns.ends_at,
      ),
      brandCount: sql<number>`(SELECT count(*)::int FROM campaigns c WHERE c.brand_id = campaigns.brand_id AND ${isLive('c')})`,
      seoTitle: seoTexts.title,
      seoDescription: seoTexts.description,
    })
    .from(campaigns)
    .leftJoin(categories, eq(categories.id, campaigns.category_id))
    .leftJoin(seoTexts, eq(seoTexts.campaign_id, campaigns.id))
    .where(and(sql`(campaigns.slug = ${name} OR lower(campaigns.title) = lower(${name}))`, isKnown()))
    .orderBy(sql`campaigns.slug = ${name} DESC, (${isLive()}) DESC`, ...byRank)
    .limit(1)
  if (!found) return null
  const [row] = await selectCards().where(eq(campaigns.id, found.id))
  if (!row) return null
  const { endedAt, seoTitle, seoDescription, ...detail } = found
  return {
    ...toCard(row),
    ...detail,
    endedOn: endedAt && formatDate(endedAt),
    seo: seoTitle ? { title: seoTitle, description: seoDescription ?? '' } : null,
  }
}

async function pageOf(where: SQL | undefined, page: number, size = PAGE_SIZE): Promise<Page<CampaignCard>> {
  const [rows, [count]] = await Promise.all([
    selectCards()
      .where(where)
      .orderBy(...byRank)
      .limit(size)
      .offset((page - 1) * size),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(campaigns)
      .where(where),
  ])
  const total = count?.total ?? 0
  return { items: rows.map(toCard), total, page, pages: Math.max(1, Math.ceil(total / size)) }
}

/** /Deals: everything on the shelves. A page beyond the last is empty. */
export const listDeals = (page: number) => pageOf(isLive(), page)

/** /Coupontopcodes: what has a code. */
export const listCoupons = (page: number) => pageOf(and(isLive(), isNotNull(campaigns.code)), page)

export interface CategoryFilter {
  /** Empty: all. */
  categoryIds: number[]
  /** Part of a title, in any case. */
  q: string
  /** All of them, up to 60 a page, not the first 6. */
  showAll: boolean
  page: number
}

/** The offers list of /CouponFilters. */
export function listByCategory({ categoryIds, q, showAll, page }: CategoryFilter) {
  const where = and(
    isLive(),
    categoryIds.length ? inArray(campaigns.category_id, categoryIds) : undefined,
    q ? ilike(campaigns.title, `%${likePart(q)}%`) : undefined,
  )
  return showAll ? pageOf(where, page, MOST_SHOWN) : pageOf(where, 1, FIRST_SHOWN)
}

/** What else its first category holds; without a category nothing (decisions.md 38). */
export async function listRelated(campaign: { id: number; categoryId: number | null }) {
  if (campaign.categoryId === null) return []
  const rows = await selectCards()
    .where(and(isLive(), eq(campaigns.category_id, campaign.categoryId), ne(campaigns.id, campaign.id)))
    .orderBy(...byRank)
    .limit(4)
  return rows.map(toCard)
}

/** Up to 8 live campaigns whose title holds `q`; a blank `q` finds none (section 5). */
export async function suggestCampaigns(q: string): Promise<{ title: string; brand: string; href: string }[]> {
  const text = q.trim().slice(0, 80)
  if (!text) return []
  const rows = await db
    .select({
      slug: campaigns.slug,
      title: campaigns.title,
      brand: brands.name,
      ambiguous: sql<boolean>`EXISTS (SELECT 1 FROM campaigns twin WHERE twin.id <> campaigns.id
        AND (lower(twin.title) = lower(campaigns.title) OR twin.slug = campaigns.title))`,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(and(isLive(), ilike(campaigns.title, `%${likePart(text)}%`)))
    .orderBy(...byRank)
    .limit(8)
  return rows.map((row) => ({ title: row.title, brand: row.brand, href: detailPath(row) }))
}
