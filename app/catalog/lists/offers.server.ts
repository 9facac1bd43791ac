import { eq, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'
import { brandColumns, toBrand, type BrandCard } from '../brands.server'
import type { CampaignCard } from '../cards/cards.server'
import { selectWaits } from '../waits/select-waits.server'
import { describeStore, type StoreFacts } from '../waits/waits'
import { MOST_SHOWN, pageOffers, pageWith, type CardPage } from './campaigns.server'
import { failingLast } from './failing-codes.server'
import type { Sort } from './sorts'
import {
  ratesOfStore,
  recordColumns,
  toStoreRates,
  type StoreRate,
  type StoreRules,
} from '../store-record.server'

export type OffersTab = 'all' | 'product'
export type OffersShown = OffersTab | 'code'

export interface Brand extends BrandCard {
  couponCode: string
  title: string
  counts: Record<OffersShown, number>
  facts: StoreFacts
  record: StoreRules
  rates: StoreRate[]
}

/** Finds by coupon_code, else the best ranked store of the name. */
export function selectBrandId(given: string): SQL {
  const name = given.replaceAll('\0', '')
  return sql`coalesce((SELECT id FROM brands WHERE coupon_code = ${name}),
    (SELECT id FROM brands WHERE lower(name) = lower(${name}) ORDER BY rank, id LIMIT 1))`
}

export async function findBrand(name: string): Promise<Brand | null> {
  const [row] = await db
    .select({
      ...brandColumns,
      ...recordColumns,
      rates: ratesOfStore,
      counted: selectWaits(sql`brands.id`),
      products: brands.live_products,
      codes: brands.live_codes,
    })
    .from(brands)
    .where(eq(brands.id, selectBrandId(name)))
  if (!row) return null
  return {
    ...toBrand(row),
    couponCode: row.coupon_code,
    title: row.seo_title ?? row.name,
    counts: { all: row.count, product: row.products, code: row.codes },
    facts: describeStore(row.counted, row),
    record: { takes_claims: row.takes_claims, voids: row.voids, dos: row.dos, donts: row.donts },
    rates: toStoreRates(row.rates),
  }
}

interface StoreView {
  shown: OffersShown
  sort: Sort
  page: number
}

export async function readStorePage(
  name: string,
  { shown, sort, page }: StoreView,
): Promise<{ brand: Brand; offers: CardPage<CampaignCard> } | null> {
  const only = shown === 'all' ? undefined : shown
  const [brand, { items }] = await Promise.all([
    findBrand(name),
    pageOffers({ storeId: selectBrandId(name), only, sort }, page, MOST_SHOWN),
  ])
  return brand && { brand, offers: pageWith(await failingLast(items), brand.counts[shown], page, MOST_SHOWN) }
}
