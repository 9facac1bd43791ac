import { eq, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { brandColumns, toBrand } from './stores.server'
import { waitColumns } from './waits.server'
import { describeStore } from './waits'
import { MOST_SHOWN, readOfferPage, buildPage } from './lists.server'
import { orderCodes } from './feedback.server'
import type { Sort } from './lists'
import {
  rateMemoryColumn,
  recordColumns,
  storeRatesColumn,
  toRateMemory,
  toStoreRates,
} from './store-record.server'

export type OffersTab = 'all' | 'product'
export type OffersView = OffersTab | 'code'

export function selectBrandId(given: string): SQL {
  const name = given.replaceAll('\0', '')
  return sql`coalesce((SELECT id FROM brands WHERE coupon_code = ${name}),
    (SELECT id FROM brands WHERE lower(name) = lower(${name}) ORDER BY rank, id LIMIT 1))`
}

export async function findBrand(name: string) {
  const [row] = await db
    .select({
      ...brandColumns,
      ...recordColumns,
      rates: storeRatesColumn,
      memory: rateMemoryColumn,
      ...waitColumns,
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
    memory: toRateMemory(row.memory, row),
  }
}

interface StoreView {
  shown: OffersView
  sort: Sort
  page: number
}

/** Null: there is no such store. */
export async function readStorePage(name: string, { shown, sort, page }: StoreView) {
  const only = shown === 'all' ? undefined : shown
  const [brand, { items }] = await Promise.all([
    findBrand(name),
    readOfferPage({ storeId: selectBrandId(name), only, sort }, page, MOST_SHOWN),
  ])
  return brand && { brand, offers: buildPage(await orderCodes(items), brand.counts[shown], page, MOST_SHOWN) }
}

const MOST_CODES = 5

/** The best ranked codes of a store, in the order of its page. */
export async function listStoreCodes(storeId: number) {
  const { items } = await readOfferPage({ storeId, only: 'code' }, 1, MOST_CODES)
  return orderCodes(items)
}
