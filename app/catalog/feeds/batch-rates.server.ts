import { sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { isSameRate, losesMoney, computeRate, type Rate, type Rates } from '../rates/rates'
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

export type StoredRates = {
  [Part in keyof Rates]: Rates[Part] extends bigint | null ? string | null : Rates[Part]
}
type StoreRates = {
  [Part in keyof StoredRates as Part extends `store_${string}` ? Part : never]: StoredRates[Part]
}

const STORE_PARTS = sql`b.payout_hundredths AS store_payout_hundredths, b.payout_model AS store_payout_model,
  b.commission_hundredths AS store_commission_hundredths, b.commission_model AS store_commission_model,
  b.share_hundredths AS store_share_hundredths`

export const PARTS = sql`c.payout_hundredths, c.payout_model, c.currency, c.commission_hundredths, c.commission_model,
  c.set_payout_hundredths, c.set_payout_model, ${STORE_PARTS}`

const NEW_STORE: StoreRates = {
  store_payout_hundredths: null,
  store_payout_model: null,
  store_commission_hundredths: null,
  store_commission_model: null,
  store_share_hundredths: null,
}

export async function readStoreRates(tx: Tx, source: string, rows: FeedRow[]) {
  const ids = new Set(rows.map(({ brand }) => brand.external_id))
  const found = await tx.execute<StoreRates & { external_id: string }>(sql`
    SELECT b.external_id, ${STORE_PARTS} FROM brands b
     WHERE b.source = ${source} AND b.external_id = ${matchAny(ids)}`)
  return new Map(found.map(({ external_id, ...rates }) => [external_id, rates]))
}

/** `known` is the state before the batch; `fresh` has the ids of new and changed rows. */
export function compareRates(
  rows: FeedRow[],
  fresh: ReadonlySet<string>,
  known: ReadonlyMap<string, StoredRates>,
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
    const after = computeRate(
      readRates({
        payout_hundredths: campaign.payout_hundredths,
        payout_model: campaign.payout_model,
        currency: campaign.currency,
        commission_hundredths: campaign.commission_hundredths ?? null,
        commission_model: campaign.commission_model ?? null,
        set_payout_hundredths: old?.set_payout_hundredths ?? null,
        set_payout_model: old?.set_payout_model ?? null,
        ...(stores.get(brand.external_id) ?? NEW_STORE),
      }),
      share,
      referral,
    )
    const before = old && fresh.has(id) && computeRate(readRates(old), share, referral)
    if (before && !isSameRate(before, after)) report.changes.push({ id, title, before, after })
    if (losesMoney(after)) report.losses.push({ id, title, rate: after })
  }
  return report
}

const digits = (text: string | null) => (text === null ? null : BigInt(text))

const readRates = (stored: StoredRates): Rates => ({
  ...stored,
  payout_hundredths: digits(stored.payout_hundredths),
  commission_hundredths: digits(stored.commission_hundredths),
  set_payout_hundredths: digits(stored.set_payout_hundredths),
  store_payout_hundredths: digits(stored.store_payout_hundredths),
  store_commission_hundredths: digits(stored.store_commission_hundredths),
  store_share_hundredths: digits(stored.store_share_hundredths),
})
