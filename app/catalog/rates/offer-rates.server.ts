import { brands, campaigns } from '~/db/schema/catalogue'
import { env } from '~/config/env.server'
import type { Payout } from '~/formats/money'
import { rateOf, type Rate, type Rates } from './rates'

/** The query must join brands. */
export const rateColumns = {
  payout_hundredths: campaigns.payout_hundredths,
  payout_model: campaigns.payout_model,
  currency: campaigns.currency,
  commission_hundredths: campaigns.commission_hundredths,
  commission_model: campaigns.commission_model,
  set_payout_hundredths: campaigns.set_payout_hundredths,
  set_payout_model: campaigns.set_payout_model,
  store_payout_hundredths: brands.payout_hundredths,
  store_payout_model: brands.payout_model,
  store_commission_hundredths: brands.commission_hundredths,
  store_commission_model: brands.commission_model,
  store_share_hundredths: brands.share_hundredths,
}

export const rateNow = (rates: Rates): Rate => rateOf(rates, env().CASHBACK_SHARE ?? null)

export const payoutOf = (rates: Rates): Payout => rateNow(rates).payout

type Part = Exclude<keyof Rates, keyof Payout>

/** Internal figures that only the operator may see. */
const PARTS = Object.keys(rateColumns).filter(
  (name) => !['payout_hundredths', 'payout_model', 'currency'].includes(name),
) as Part[]

export function withPayout<Row extends Rates>(row: Row): Omit<Row, Part> {
  const shown: Partial<Row> & Omit<Row, Part> = { ...row, ...payoutOf(row) }
  for (const part of PARTS) delete shown[part]
  return shown
}
