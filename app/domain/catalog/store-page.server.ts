import { eq, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { storeColumns, toStore } from './stores.server'
import { isLive } from './offer-conditions.server'
import { waitColumns } from './waits.server'
import { describePast, describeStore } from './waits'
import { MOST_SHOWN, readOfferPage, buildPage } from './lists.server'
import { COUNTED_VOTE, orderCodes } from './feedback.server'
import type { Sort } from './lists'
import type { FormatExample } from './rates'
import {
  rateMemoryColumn,
  recordColumns,
  storeRatesColumn,
  toRateMemory,
  toStoreRates,
} from './store-record.server'

export type OffersTab = 'all' | 'product'
export type OffersView = OffersTab | 'code'

export function selectStoreIdByName(given: string): SQL {
  const name = given.replaceAll('\0', '')
  return sql`coalesce((SELECT id FROM brands WHERE coupon_code = ${name}),
    (SELECT id FROM brands WHERE lower(name) = lower(${name}) ORDER BY rank, id LIMIT 1))`
}

/** Of all live codes together, in 90 days (docs/rules.md#48). */
const codeVotes = sql<{ worked: number; tried: number }>`(SELECT json_build_object(
    'worked', count(*) FILTER (WHERE vote = 'yes'), 'tried', count(*))
  FROM campaigns JOIN feedback ON feedback.campaign_id = campaigns.id
 WHERE campaigns.brand_id = brands.id AND campaigns.code IS NOT NULL AND ${isLive()} AND ${COUNTED_VOTE})`

export async function findStorePage(name: string, formatExample: FormatExample = () => null) {
  const [row] = await db
    .select({
      ...storeColumns,
      ...recordColumns,
      rates: storeRatesColumn,
      memory: rateMemoryColumn,
      ...waitColumns,
      votes: codeVotes,
      products: brands.live_products,
      codes: brands.live_codes,
    })
    .from(brands)
    .where(eq(brands.id, selectStoreIdByName(name)))
  if (!row) return null
  return {
    ...toStore(row),
    couponCode: row.coupon_code,
    title: row.seo_title ?? row.name,
    counts: { all: row.count, product: row.products, code: row.codes },
    facts: describeStore(row.counted, row),
    record: { takes_claims: row.takes_claims, voids: row.voids, dos: row.dos, donts: row.donts },
    rates: toStoreRates(row.rates, formatExample),
    past: describePast(row.counted),
    codes: row.votes,
    memory: toRateMemory(row.memory, row),
  }
}

interface StoreView {
  shown: OffersView
  sort: Sort
  page: number
}

/** Null: there is no such store. */
export async function readStorePage(
  name: string,
  { shown, sort, page }: StoreView,
  formatExample?: FormatExample,
) {
  const only = shown === 'all' ? undefined : shown
  const [store, { items }] = await Promise.all([
    findStorePage(name, formatExample),
    readOfferPage({ storeId: selectStoreIdByName(name), only, sort }, page, MOST_SHOWN),
  ])
  return (
    store && {
      store,
      offers: buildPage(await orderCodes(items, sort), store.counts[shown], page, MOST_SHOWN),
    }
  )
}

const MOST_CODES = 5

/** The best ranked codes of a store, in the order of its page. */
export async function listStoreCodes(storeId: number) {
  const { items } = await readOfferPage({ storeId, only: 'code' }, 1, MOST_SHOWN)
  return (await orderCodes(items)).slice(0, MOST_CODES)
}
