import { and, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { readId } from '~/platform/formats/ids'
import { escapeLike } from './offer-conditions.server'
import type { OfferDates } from './offers'
import { rateColumns, withPayout } from './rates.server'

export interface OfferFilter {
  source?: string | undefined
  /** A text in title, slug or store name, or the offer's number. */
  search?: string | undefined
  storeId?: number | undefined
  ids?: readonly number[] | undefined
}

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number]

/** Of offers with their store. */
export function matchOffers({ source, search, storeId, ids }: OfferFilter): SQL | undefined {
  const matches = (text: string) => {
    const id = readId(text)
    return or(
      ...[campaigns.title, campaigns.slug, brands.name].map((column) =>
        ilike(column, `%${escapeLike(text)}%`),
      ),
      id === null ? undefined : eq(campaigns.id, id),
    )
  }
  return and(
    source === undefined ? undefined : eq(campaigns.source, source),
    search === undefined ? undefined : matches(search),
    storeId === undefined ? undefined : eq(campaigns.brand_id, storeId),
    ids === undefined ? undefined : inArray(campaigns.id, [...ids]),
  )
}

export async function listOffers(filter: OfferFilter, { after, limit }: Page, reader: Reader = db) {
  const rows = await reader
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
    .where(and(matchOffers(filter), continueBelow(campaigns.id, after)))
    .orderBy(desc(campaigns.id))
    .limit(limit)
  return rows.map(withPayout)
}

export interface OfferSummary extends OfferDates {
  id: number
  title: string
  hidden_reason: string | null
}

export async function findAnyOffer(which: string, reader: Reader = db): Promise<OfferSummary | null> {
  const slug = which.toLowerCase()
  const number = readId(which)
  const { id, title, hidden_at, hidden_reason, starts_at, ends_at } = campaigns
  const [found] = await reader
    .select({ id, title, hidden_at, hidden_reason, starts_at, ends_at })
    .from(campaigns)
    .where(or(eq(campaigns.slug, slug), number === null ? undefined : eq(campaigns.id, number)))
    // A row of the desk is chosen by its number; an old address may be a number, too.
    .orderBy(sql`${campaigns.id} = ${number ?? 0} DESC`)
    .limit(1)
  return found ?? null
}

/** Whether the offer's link can open the page of a product. `can` null: as the documentation of its network says. Returns what was stored. */
export async function setProductLinks(offerId: number, can: boolean | null, tx: Tx): Promise<boolean | null> {
  const [before] = await tx
    .select({ can: campaigns.product_links })
    .from(campaigns)
    .where(eq(campaigns.id, offerId))
  await tx
    .update(campaigns)
    .set({ product_links: can, updated_at: sql`now()` })
    .where(eq(campaigns.id, offerId))
  return before?.can ?? null
}
