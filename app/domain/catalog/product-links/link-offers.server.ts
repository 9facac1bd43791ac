/** The offers of a store that the address of a product can lead to (docs/rules.md#64). */
import { eq, inArray, sql } from 'drizzle-orm'
import { findTargetParameter } from '~/platform/config/networks'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns, linkOffers } from '~/platform/db/schema/catalogue'
import { formatLastDay } from '~/platform/formats/dates'
import { classifyCredit, formatPayout, formatRupees, type Credit } from '~/platform/formats/money'
import { isLive } from '../offer-conditions.server'
import { byRank } from '../cards.server'
import { computePayout, rateColumns } from '../rates.server'
import type { ShownRate } from './seal.server'

/** With rates that are for some goods or customers. */
const MOST_OFFERS = 5
const MOST_READ = 100

export interface LinkOffer {
  id: number
  slug: string
  title: string
  rateFor: string | null
  rate: ShownRate
  /** As pages show them. */
  payout: string
  cap: string | null
  endsOn: string | null
  guestClicks: boolean
  credit: Credit
  /** Null: Get Deal opens the store's own page. */
  parameter: string | null
}

/**
 * The operator's choice while it is live, else the best ranked one with cashback and without a code: the one for everything, or some of those
 * for certain goods. An offer of one product has its rate and terms for that product only, so that only an operator can choose it.
 */
export async function listLinkOffers(storeId: number): Promise<LinkOffer[]> {
  const isChosen = sql<boolean>`${campaigns.id} IS NOT DISTINCT FROM ${linkOffers.campaign_id}`
  const rows = await db
    .select({
      id: campaigns.id,
      slug: campaigns.slug,
      title: campaigns.title,
      rate_for: campaigns.rate_for,
      cap_paise: campaigns.cap_paise,
      ends_at: campaigns.ends_at,
      guest_clicks: campaigns.guest_clicks,
      network: campaigns.network,
      tracking_url: campaigns.tracking_url,
      product_links: campaigns.product_links,
      isChosen,
      ...rateColumns,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .leftJoin(linkOffers, eq(linkOffers.store_id, brands.id))
    .where(
      sql`${campaigns.brand_id} = ${storeId}::bigint AND ${isLive()}
        AND (${isChosen} OR ${campaigns.code} IS NULL AND lower(${campaigns.type}) <> 'product')`,
    )
    .orderBy(sql`${isChosen} DESC`, ...byRank)
    .limit(MOST_READ)
  const offers = rows
    .map((row) => ({ row, payout: computePayout(row) }))
    .filter(({ row, payout }) => row.isChosen || classifyCredit(payout) === 'cashback')
  const [one] = offers.filter(({ row }) => row.isChosen || row.rate_for === null)
  return (one ? [one] : offers.slice(0, MOST_OFFERS)).map(({ row, payout }) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    rateFor: row.rate_for,
    rate: { ...payout, cap_paise: row.cap_paise },
    payout: formatPayout(payout),
    cap: row.cap_paise === null ? null : formatRupees(row.cap_paise),
    endsOn: row.ends_at && formatLastDay(row.ends_at),
    guestClicks: row.guest_clicks,
    credit: classifyCredit(payout),
    parameter: findTargetParameter(row, env()),
  }))
}

/** Sanitized HTML by offer. Up to 100 offers are compared, so that their terms are read only of those that are shown. */
export async function readTerms(offers: readonly LinkOffer[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: campaigns.id, html: campaigns.kpi_html })
    .from(campaigns)
    .where(
      inArray(
        campaigns.id,
        offers.map(({ id }) => id),
      ),
    )
  return new Map(rows.map(({ id, html }) => [id, html]))
}
