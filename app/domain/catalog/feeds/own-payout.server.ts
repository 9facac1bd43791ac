import { MACHINE } from '~/platform/formats/amounts'
import type { Fields } from './fields.server'
import { parsePayout, RefusedRow, type FeedOffer, type RowContext } from '../feeds'

function readCurrency(f: Fields): string {
  const stated = f.plain('currency', 8) ?? 'Rs.'
  return /^(?:inr|rs\.?|₹)$/i.test(stated) ? 'Rs.' : stated
}

export function readFeedPayout(f: Fields, { payout }: RowContext) {
  const currency = readCurrency(f)
  const cap_paise = f.amount('cap')
  if (payout) return { ...payout, currency: 'Rs.', cap_paise }
  const text = f.text('payout', 40)
  const model = f.plain('payout_model', 40)
  const own =
    text === null ? { payout_hundredths: null, payout_model: 'flat' } : parsePayout(text, MACHINE, model)
  if (!own)
    throw new RefusedRow('payout: must be an amount with at most two decimals, or a percentage up to 100')
  return { ...own, currency, cap_paise }
}

const NO_COMMISSION = { commission_hundredths: undefined, commission_model: undefined }

export function readCommission(
  f: Fields,
  { payout }: RowContext,
): Pick<FeedOffer, 'commission_hundredths' | 'commission_model'> {
  const text = f.text('commission', 40)
  if (text === null) return NO_COMMISSION
  const own = parsePayout(text, MACHINE, f.plain(['commission_model', 'payout_model'], 40))
  if (!own)
    throw new RefusedRow('commission: must be an amount with at most two decimals, or a percentage up to 100')
  // The feed's payout is in rupees, which cannot be compared with another currency.
  if (payout && own.payout_model !== 'percentage' && readCurrency(f) !== 'Rs.') return NO_COMMISSION
  return { commission_hundredths: own.payout_hundredths!, commission_model: own.payout_model }
}
