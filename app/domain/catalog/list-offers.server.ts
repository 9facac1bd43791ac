import { and, desc, eq, ilike, or } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { escapeLike } from './campaign-conditions.server'
import { rateColumns, withPayout } from './rates.server'

export interface OfferFilter {
  source?: string | undefined
  /** A text in title, slug or store name. */
  search?: string | undefined
  storeId?: number | undefined
}

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number]

export async function listOffers({ source, search, storeId }: OfferFilter, { after, limit }: Page) {
  const matches = (text: string) =>
    or(
      ...[campaigns.title, campaigns.slug, brands.name].map((column) =>
        ilike(column, `%${escapeLike(text)}%`),
      ),
    )
  const rows = await db
    .select({
      id: campaigns.id,
      source: campaigns.source,
      external_id: campaigns.external_id,
      slug: campaigns.slug,
      title: campaigns.title,
      brand: brands.name,
      ...rateColumns,
      clicks_30d: campaigns.clicks_30d,
      starts_at: campaigns.starts_at,
      ends_at: campaigns.ends_at,
      hidden_at: campaigns.hidden_at,
      hidden_reason: campaigns.hidden_reason,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(
      and(
        source === undefined ? undefined : eq(campaigns.source, source),
        search === undefined ? undefined : matches(search),
        storeId === undefined ? undefined : eq(campaigns.brand_id, storeId),
        continueBelow(campaigns.id, after),
      ),
    )
    .orderBy(desc(campaigns.id))
    .limit(limit)
  return rows.map(withPayout)
}
