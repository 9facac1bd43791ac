/** Compares the commission that a network reports with the expected one (docs/rules.md#51). */
import { isRupees, paise, type Paise } from '~/platform/formats/money'
import { needsSale } from '../promise'
import type { ReportedClick } from './reported-clicks.server'
import type { QuarantineReason } from '../conversions'
import type { ReportedSale } from '../reports'

type Commissions = Pick<ReportedClick, 'offerCommission' | 'storeCommission'>

/** Uses the offer's commission, else its store's. Null: there is none, or it is in another currency. */
export function estimateCommission(click: Commissions, sale: Paise | null): Paise | null {
  const { hundredths, model, currency } =
    click.offerCommission.hundredths === null
      ? { ...click.storeCommission, currency: 'Rs.' }
      : click.offerCommission
  if (hundredths === null) return null
  if (model === 'percentage') return sale === null ? null : paise((sale * hundredths) / 10_000n)
  return isRupees(currency) ? paise(hundredths) : null
}

/** A percentage of a sale differs by product and customer, so that only a multiple of the expected commission is doubtful. */
const MOST_TIMES_EXPECTED = 3n

/** Why a reported commission cannot be right; null: it can. */
export function refuseCommission(
  click: ReportedClick,
  { amount, networkPayout }: Pick<ReportedSale, 'amount' | 'networkPayout'>,
): QuarantineReason | null {
  if (networkPayout === null) return null
  const own = estimateCommission(click, amount)
  const isOfSale = needsSale(click)
  if (isOfSale && amount !== null && amount > 0n && networkPayout > amount) return 'commission-above-sale'
  const most = own === null ? null : isOfSale ? own * MOST_TIMES_EXPECTED : own
  return most !== null && networkPayout > most ? 'commission-above-offer' : null
}
