import { and, asc, gt, lte, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { hasOffers } from './brands.server'
import { cardColumns } from './cards/cards.server'
import { listCategories } from './categories.server'
import { categoryPath, detailPath, offersPath } from './links'
import { isLive } from './unexpired.server'

export interface SitemapEntry {
  path: string
  changedAt: Date | null
}

/** Part 0 holds categories and stores, part n a range of campaign ids. */
export type Sitemap = { parts: number[] } | { entries: SitemapEntry[] }

/**
 * Returns the index of the parts if there are more than `size` entries; null for an unknown part. `extra` reserves
 * room for the caller's own addresses.
 */
export async function readSitemap(part: number | null, size: number, extra: number): Promise<Sitemap | null> {
  if (part === 0) return { entries: await listShelves(size - extra) }
  if (part !== null) {
    const entries = await listCampaigns((part - 1) * size, part * size)
    return entries.length ? { entries } : null
  }
  const [shelves, counts] = await Promise.all([listShelves(size - extra), countParts(size)])
  const total = extra + shelves.length + counts.reduce((sum, { count }) => sum + count, 0)
  if (total > size) return { parts: [0, ...counts.map((one) => one.part)] }
  const lists = await Promise.all(counts.map((one) => listCampaigns((one.part - 1) * size, one.part * size)))
  return { entries: [...shelves, ...lists.flat()] }
}

/** Id ranges, so that a campaign never moves to another part. */
const countParts = (size: number) =>
  db
    .select({
      part: sql<number>`((${campaigns.id} - 1) / ${size}::int + 1)::int`,
      count: sql<number>`count(*)::int`,
    })
    .from(campaigns)
    .where(isLive())
    .groupBy(sql`1`)
    .orderBy(sql`1`)

async function listCampaigns(after: number, upTo: number): Promise<SitemapEntry[]> {
  const { slug, title, ambiguous } = cardColumns
  const rows = await db
    .select({ slug, title, ambiguous, changedAt: campaigns.updated_at })
    .from(campaigns)
    .where(and(gt(campaigns.id, after), lte(campaigns.id, upTo), isLive()))
    .orderBy(asc(campaigns.id))
  return rows.map(({ changedAt, ...named }) => ({ path: detailPath(named), changedAt }))
}

async function listShelves(most: number): Promise<SitemapEntry[]> {
  const [categories, stores] = await Promise.all([
    listCategories(),
    db
      .select({ code: brands.coupon_code, changedAt: brands.updated_at })
      .from(brands)
      .where(hasOffers)
      .orderBy(asc(brands.rank), asc(brands.id))
      .limit(most),
  ])
  const names = ['All', ...categories.map((category) => category.name)]
  const paths = names.map((name) => ({ path: categoryPath(name), changedAt: null }))
  const shops = stores.map(({ code, changedAt }) => ({ path: offersPath(code), changedAt }))
  return [...paths, ...shops].slice(0, most)
}
