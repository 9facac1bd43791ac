/**
 * Money is integer paise, as a branded bigint: a plain number or bigint does not pass for it. Nothing here or behind it
 * goes through a floating-point number.
 */
declare const unit: unique symbol
export type Paise = bigint & { readonly [unit]: 'paise' }

export const paise = (value: bigint): Paise => value as Paise
export const zero = paise(0n)

/** Grouping commas may stand anywhere between digits, as people type them. */
const AMOUNT = /^(\d{1,7})(?:\.(\d{1,2}))?$/

/**
 * Hundredths of the number in a text: '1,234.5' -> 123450n. Null for anything that is not digits with at most two
 * decimals and at most seven digits before them.
 */
export function parseHundredths(text: string): bigint | null {
  const match = AMOUNT.exec(text.trim().replaceAll(',', ''))
  if (!match) return null
  return BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

/** Rupees as typed, in paise; null when it is not an amount. */
export function parseRupees(text: string): Paise | null {
  const value = parseHundredths(text)
  return value === null ? null : paise(value)
}

/** In hundredths of a percent. */
export const HUNDRED_PERCENT = 10_000n

/** '70%' or '70' in hundredths of a percent; null when it is not from 0 to 100 with at most two decimals. */
export function parsePercent(text: string): bigint | null {
  const value = parseHundredths(text.trim().replace(/\s*%$/, ''))
  return value !== null && value <= HUNDRED_PERCENT ? value : null
}

/** The referrer's part of the friend's cashback, in percent. */
export const REFERRAL_PERCENT = 20n

/** '1,23,456.50': the grouping of India, always two decimals. */
export function formatGrouped(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  const rupees = digits.slice(0, -2)
  const head = rupees.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  const grouped = head ? `${head},${rupees.slice(-3)}` : rupees
  return `${value < 0n ? '-' : ''}${grouped}.${digits.slice(-2)}`
}

/** 'Rs. 1,23,456.50' (docs/rules.md#24). */
export function formatRupees(value: bigint): string {
  return `Rs. ${formatGrouped(value)}`
}

/** '+Rs. 40.00' or '-Rs. 200.50': a movement of a wallet. */
export function formatSigned(value: bigint): string {
  return value < 0n ? `-${formatRupees(-value)}` : `+${formatRupees(value)}`
}

/** '1234.50', without grouping: payouts on cards and figures for machines. */
export function formatPlain(value: bigint): string {
  return formatGrouped(value).replaceAll(',', '')
}

export interface Payout {
  /** Hundredths of a percent or of the currency's unit, by `payout_model`; null: none. */
  payout_hundredths: bigint | null
  /** 'percentage', or anything else for a flat amount. */
  payout_model: string
  currency: string
}

/** '0.00' without a payout, '8.00%', else the currency and the amount: 'Rs. 250.00' (docs/rules.md#24). */
export function formatPayout(payout: Payout): string {
  if (payout.payout_hundredths === null) return '0.00'
  const value = formatPlain(payout.payout_hundredths)
  return payout.payout_model === 'percentage' ? `${value}%` : `${payout.currency} ${value}`
}

/** How a campaign may write rupees. */
const RUPEES = new Set(['rs.', 'rs', 'inr', '₹'])

export const isRupees = (currency: string) => RUPEES.has(currency.trim().toLowerCase())

/** What becomes of a payout: cashback, nothing because there is none, nothing because it is in another currency. */
export type Credit = 'cashback' | 'nothing' | 'foreign'

/** Whether a sale at this payout can credit anything. */
export function creditOf({ payout_hundredths, payout_model, currency }: Payout): Credit {
  if (!payout_hundredths) return 'nothing'
  return payout_model === 'percentage' || isRupees(currency) ? 'cashback' : 'foreign'
}
