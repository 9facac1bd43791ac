import { parseHundredths } from '~/formats/money'

export interface FeedPayout {
  payout_hundredths: string | null
  payout_model: string
}

/** Parses '5%' or '250'. Null for more than two decimals, negative values, exponents and more than 100 %. */
export function parsePayout(text: string, model: string | null = null): FeedPayout | null {
  const percent = /^(.+?)\s*%$/.exec(text.trim())
  const payout_model = percent ? 'percentage' : (model?.toLowerCase() ?? 'flat')
  const value = parseHundredths(percent?.[1] ?? text)
  if (value === null || (payout_model === 'percentage' && value > 10_000n)) return null
  return { payout_hundredths: String(value), payout_model }
}
