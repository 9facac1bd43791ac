import { sql } from 'drizzle-orm'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import type { Payout } from '~/platform/formats/money'
import { selectHundredths } from '~/domain/settings/settings.server'
import { computeRate, type Rate, type Rates } from './rates'

export const storeRateColumns = {
  store_payout_hundredths: brands.payout_hundredths,
  store_payout_model: brands.payout_model,
  store_commission_hundredths: brands.commission_hundredths,
  store_commission_model: brands.commission_model,
  store_share_hundredths: brands.share_hundredths,
}

export const storedRateColumns = {
  payout_hundredths: campaigns.payout_hundredths,
  payout_model: campaigns.payout_model,
  currency: campaigns.currency,
  commission_hundredths: campaigns.commission_hundredths,
  commission_model: campaigns.commission_model,
  set_payout_hundredths: campaigns.set_payout_hundredths,
  set_payout_model: campaigns.set_payout_model,
  ...storeRateColumns,
}

export const rateColumns = {
  ...storedRateColumns,
  default_share_hundredths: sql<bigint | null>`${selectHundredths('CASHBACK_SHARE')}`.mapWith(BigInt),
  referral_hundredths: sql<bigint>`${selectHundredths('referral_percent')}`.mapWith(BigInt),
}

export interface RatesNow extends Rates {
  default_share_hundredths: bigint | null
  referral_hundredths: bigint
}

export const computeCurrentRate = (rates: RatesNow): Rate =>
  computeRate(rates, rates.default_share_hundredths, rates.referral_hundredths)

export const computePayout = (rates: RatesNow): Payout => computeCurrentRate(rates).payout

type Part = Exclude<keyof RatesNow, keyof Payout>

/** Parts of a rate that only the operator may see. */
const PARTS = Object.keys(rateColumns).filter(
  (name) => !['payout_hundredths', 'payout_model', 'currency'].includes(name),
) as Part[]

export function withPayout<Row extends RatesNow>(row: Row): Omit<Row, Part> {
  const result: Partial<Row> & Omit<Row, Part> = { ...row, ...computePayout(row) }
  for (const part of PARTS) delete result[part]
  return result
}
