import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { storeRateColumns } from '../rates.server'
import { isSameRate, computeRate, type Rate, type Rates, losesMoney } from '../rates'
import { matchAny } from './match-any.server'
import type { FeedRow } from '../feeds'

export interface RateChange {
  id: string
  title: string
  before: Rate
  after: Rate
}

export interface RateLoss {
  id: string
  title: string
  rate: Rate
}

export interface RateReport {
  changes: RateChange[]
  losses: RateLoss[]
}

type StoreRates = Pick<Rates, keyof typeof storeRateColumns>

const NEW_STORE: StoreRates = {
  store_payout_hundredths: null,
  store_payout_model: null,
  store_commission_hundredths: null,
  store_commission_model: null,
  store_share_hundredths: null,
}

export interface KnownStore {
  name: string
  store_url: string | null
  rates: StoreRates
}

/** By the id that the source has for the store; only those that there are. */
export async function readStores(tx: Tx, source: string, rows: FeedRow[]): Promise<Map<string, KnownStore>> {
  const ids = new Set(rows.map(({ brand: store }) => store.external_id))
  const { external_id } = brands
  // As the feed said it last, also where an operator has edited it.
  const name = sql<string>`coalesce(${brands.overrides}->>'name', ${brands.name})`
  const store_url = sql<string | null>`coalesce(${brands.overrides}->>'store_url', ${brands.store_url})`
  const found = await tx
    .select({ external_id, name, store_url, rates: storeRateColumns })
    .from(brands)
    .where(and(eq(brands.source, source), eq(external_id, matchAny(ids))))
  return new Map(found.map(({ external_id, ...store }) => [external_id, store]))
}

export interface RowRate {
  before: Rate | null
  after: Rate
}

/** By the id of the row. `known` is the state before the batch. */
export function computeRowRates(
  rows: FeedRow[],
  known: ReadonlyMap<string, Rates>,
  {
    stores,
    share,
    referral,
  }: { stores: ReadonlyMap<string, KnownStore>; share: bigint | null; referral: bigint },
): Map<string, RowRate> {
  return new Map(
    rows.map(({ campaign: offer, brand: store }) => {
      const old = known.get(offer.external_id)
      const rates: Rates = {
        payout_hundredths: toBigInt(offer.payout_hundredths),
        payout_model: offer.payout_model,
        currency: offer.currency,
        commission_hundredths: toBigInt(offer.commission_hundredths ?? null),
        commission_model: offer.commission_model ?? null,
        set_payout_hundredths: old?.set_payout_hundredths ?? null,
        set_payout_model: old?.set_payout_model ?? null,
        ...(stores.get(store.external_id)?.rates ?? NEW_STORE),
      }
      const after = computeRate(rates, share, referral)
      return [offer.external_id, { before: old ? computeRate(old, share, referral) : null, after }]
    }),
  )
}

/** `fresh` has the ids of new and changed rows. */
export function reportRates(
  rows: FeedRow[],
  fresh: ReadonlySet<string>,
  rates: ReadonlyMap<string, RowRate>,
): RateReport {
  const report: RateReport = { changes: [], losses: [] }
  for (const { campaign: offer } of rows) {
    const { external_id: id, title } = offer
    const { before, after } = rates.get(id)!
    if (before && fresh.has(id) && !isSameRate(before, after))
      report.changes.push({ id, title, before, after })
    if (losesMoney(after)) report.losses.push({ id, title, rate: after })
  }
  return report
}

const toBigInt = (text: string | null) => (text === null ? null : BigInt(text))
