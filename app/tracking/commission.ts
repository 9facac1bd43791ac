/** Compares the commission that a network reports with the expected one (docs/rules.md#51). */
import { isRupees, paise, type Paise } from '~/formats/money'
import { needsSale } from './rate'
import type { Click } from './reported-clicks.server'
import type { QuarantineReason } from './conversion-states'
import type { ReportedSale } from './reports'

type Commissions = Pick<Click, 'offerCommission' | 'storeCommission'>

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

/** Why a reported commission cannot be right; null: it can. */
export function refuseCommission(
  click: Click,
  { sale, networkPayout }: Pick<ReportedSale, 'sale' | 'networkPayout'>,
): QuarantineReason | null {
  if (networkPayout === null) return null
  if (needsSale(click))
    return sale !== null && sale > 0n && networkPayout > sale ? 'commission-above-sale' : null
  const own = estimateCommission(click, sale)
  return own !== null && networkPayout > own ? 'commission-above-offer' : null
}
