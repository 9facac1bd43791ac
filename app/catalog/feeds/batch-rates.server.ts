import { and, eq } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'
import { storeRateColumns } from '../rates/offer-rates.server'
import { isSameRate, computeRate, type Rate, type Rates } from '../rates/rates'
import { losesMoney } from '../rates/margins'
import { matchAny } from './match-any.server'
import type { FeedRow } from './row'

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

export async function readStoreRates(tx: Tx, source: string, rows: FeedRow[]) {
  const ids = new Set(rows.map(({ brand }) => brand.external_id))
  const found = await tx
    .select({ external_id: brands.external_id, ...storeRateColumns })
    .from(brands)
    .where(and(eq(brands.source, source), eq(brands.external_id, matchAny(ids))))
  return new Map(found.map(({ external_id, ...rates }) => [external_id, rates]))
}

/** `known` is the state before the batch; `fresh` has the ids of new and changed rows. */
export function compareRates(
  rows: FeedRow[],
  fresh: ReadonlySet<string>,
  known: ReadonlyMap<string, Rates>,
  {
    stores,
    share,
    referral,
  }: { stores: ReadonlyMap<string, StoreRates>; share: bigint | null; referral: bigint },
): RateReport {
  const report: RateReport = { changes: [], losses: [] }
  for (const { campaign, brand } of rows) {
    const { external_id: id, title } = campaign
    const old = known.get(id)
    const rates: Rates = {
      payout_hundredths: toBigInt(campaign.payout_hundredths),
      payout_model: campaign.payout_model,
      currency: campaign.currency,
      commission_hundredths: toBigInt(campaign.commission_hundredths ?? null),
      commission_model: campaign.commission_model ?? null,
      set_payout_hundredths: old?.set_payout_hundredths ?? null,
      set_payout_model: old?.set_payout_model ?? null,
      ...(stores.get(brand.external_id) ?? NEW_STORE),
    }
    const after = computeRate(rates, share, referral)
    const before = old && fresh.has(id) && computeRate(old, share, referral)
    if (before && !isSameRate(before, after)) report.changes.push({ id, title, before, after })
    if (losesMoney(after)) report.losses.push({ id, title, rate: after })
  }
  return report
}

const toBigInt = (text: string | null) => (text === null ? null : BigInt(text))
