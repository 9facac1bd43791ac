import { eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import { computeCurrentRate } from '../rates.server'
import { writeCommission, type Rate } from '../rates'
import { losesMoney } from '../rates/margins'
import { selectRates } from './plan-rates.server'

export interface OfferRateRow {
  store: string
  coupon_code: string
  /** Null: the row is for all offers of the store with this rate. */
  id: number | null
  title: string | null
  offers: number
  rate: Rate
  losing: number
}

export async function listRates(storeId: number | undefined, losingOnly: boolean): Promise<OfferRateRow[]> {
  const where = storeId === undefined ? undefined : eq(campaigns.brand_id, storeId)
  const rows = new Map<string, OfferRateRow>()
  for (const offer of await selectRates(db, where)) {
    const rate = computeCurrentRate(offer)
    const { payout, source, commissionOf, share, shareOf } = rate
    const known = [formatPayout(payout), source, writeCommission(rate), commissionOf, share, shareOf]
    const key = where ? String(offer.id) : [offer.coupon_code, ...known].join()
    const row = rows.get(key)
    if (row) row.offers++
    else rows.set(key, { ...offer, ...(!where && { id: null, title: null }), offers: 1, rate, losing: 0 })
  }
  const all = [...rows.values()]
  const atLoss = all.filter(({ rate }) => losesMoney(rate))
  const losing = atLoss.reduce((sum, { offers }) => sum + offers, 0)
  return (losingOnly ? atLoss : all).map((row) => ({ ...row, losing }))
}
