import { and, asc, gt, lte, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { hasOffers } from './stores.server'
import { cardColumns } from './cards.server'
import { listCategories } from './categories.server'
import { categoryPath, detailPath, offersPath } from './links'
import { isLive } from './offer-conditions.server'

export interface SitemapEntry {
  path: string
  changedAt: Date | null
}

/** Part 0 has the caller's pages and the categories; 'stores-n' and n are ranges of ids of stores and offers. */
export type Sitemap = { parts: string[] } | { entries: SitemapEntry[] }

export const isPart = (part: string) => /^(0|(stores-)?[1-9]\d{0,8})$/.test(part)

/** Without a part: all entries, or the parts if above `size`. Null: unknown part. `extra`: the caller's entries. */
export async function readSitemap(part: string | null, size: number, extra: number): Promise<Sitemap | null> {
  if (part === '0') return { entries: await listCategoryPages() }
  if (part !== null) {
    const [, stores, number] = /^(stores-)?(\d+)$/.exec(part)!
    const last = Number(number) * size
    const entries = await (stores ? listStores : listOffers)(last - size, last)
    return entries.length ? { entries } : null
  }
  const [categories, totals] = await Promise.all([listCategoryPages(), readTotals()])
  if (extra + categories.length + totals.offers + totals.stores > size) {
    const [stores, offers] = await Promise.all([listParts('brands', size), listParts('campaigns', size)])
    return { parts: ['0', ...stores.map((n) => `stores-${n}`), ...offers.map(String)] }
  }
  const all = Number.MAX_SAFE_INTEGER
  const lists = await Promise.all([listStores(0, all), listOffers(0, all)])
  return { entries: [...categories, ...lists.flat()] }
}

async function readTotals(): Promise<{ offers: number; stores: number }> {
  const [row] = await db.execute<{ offers: number; stores: number }>(
    sql`SELECT coalesce(sum(live_count), 0)::int AS offers, count(*)::int AS stores FROM brands WHERE ${hasOffers}`,
  )
  return row!
}

/** Parts are ranges of ids, so that nothing moves to another part. The index skips from part to part. */
async function listParts(table: 'brands' | 'campaigns', size: number): Promise<number[]> {
  const [from, is] =
    table === 'brands' ? [sql`brands t`, sql`t.live_count > 0`] : [sql`campaigns t`, sql`t.listed`]
  const next = (after: SQL) => sql`(SELECT ((t.id - 1) / ${size}::int + 1)::int FROM ${from}
    WHERE ${is} AND t.id > ${after} ORDER BY t.id LIMIT 1)`
  const rows = await db.execute<{ part: number }>(sql`
    WITH RECURSIVE parts AS (
      SELECT ${next(sql`0`)} AS part
       UNION ALL
      SELECT ${next(sql`parts.part::bigint * ${size}::int`)} FROM parts WHERE parts.part IS NOT NULL)
    SELECT part FROM parts WHERE part IS NOT NULL`)
  return rows.map(({ part }) => part)
}

async function listOffers(after: number, upTo: number): Promise<SitemapEntry[]> {
  const { slug, title, ambiguous } = cardColumns
  const rows = await db
    .select({ slug, title, ambiguous, changedAt: campaigns.updated_at })
    .from(campaigns)
    .where(and(gt(campaigns.id, after), lte(campaigns.id, upTo), isLive()))
    .orderBy(asc(campaigns.id))
  return rows.map(({ changedAt, ...named }) => ({ path: detailPath(named), changedAt }))
}

async function listCategoryPages(): Promise<SitemapEntry[]> {
  const names = ['All', ...(await listCategories()).map((category) => category.name)]
  return names.map((name) => ({ path: categoryPath(name), changedAt: null }))
}

async function listStores(after: number, upTo: number): Promise<SitemapEntry[]> {
  const stores = await db
    .select({ code: brands.coupon_code, changedAt: brands.updated_at })
    .from(brands)
    .where(and(gt(brands.id, after), lte(brands.id, upTo), hasOffers))
    .orderBy(asc(brands.id))
  return stores.map(({ code, changedAt }) => ({ path: offersPath(code), changedAt }))
}
