/** What a campaign pays, as a feed or an operator writes it. */
import { parseHundredths } from '~/money'

export interface FeedPayout {
  /** Digits; null: no payout is promised. */
  payout_hundredths: string | null
  payout_model: string
}

/** '5%' or '250'. Null when it is neither: more than two decimals, negative, an exponent, more than 100 %. */
export function parsePayout(text: string, model: string | null = null): FeedPayout | null {
  const percent = /^(.+?)\s*%$/.exec(text.trim())
  const payout_model = percent ? 'percentage' : (model?.toLowerCase() ?? 'flat')
  const value = parseHundredths(percent?.[1] ?? text)
  if (value === null || (payout_model === 'percentage' && value > 10_000n)) return null
  return { payout_hundredths: String(value), payout_model }
}
