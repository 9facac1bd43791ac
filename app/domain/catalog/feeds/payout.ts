import { parseAmount, parsePercent, type AmountFormat } from '~/platform/formats/amounts'

export interface FeedPayout {
  payout_hundredths: string | null
  payout_model: string
}

/** '%' wins over `model`. Null: the text has another format, or is more than 100 %. */
export function parsePayout(
  text: string,
  format: AmountFormat,
  model: string | null = null,
): FeedPayout | null {
  const payout_model = text.trimEnd().endsWith('%') ? 'percentage' : (model?.toLowerCase() ?? 'flat')
  const value = payout_model === 'percentage' ? parsePercent(text, format) : parseAmount(text, format)
  return value === null ? null : { payout_hundredths: String(value), payout_model }
}
