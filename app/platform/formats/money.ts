/** Money is integer paise, a branded bigint; never a float. */
declare const unit: unique symbol
export type Paise = bigint & { readonly [unit]: 'paise' }

export const paise = (value: bigint): Paise => value as Paise
export const zero = paise(0n)

export const parsePaise = (text: string): Paise => paise(BigInt(text))

export const least = <Amount extends bigint>(a: Amount, b: Amount): Amount => (a < b ? a : b)

export const HUNDRED_PERCENT = 10_000n

export const formatPercent = (hundredths: bigint): string =>
  `${formatPlain(hundredths).replace(/\.00$|(?<=\.\d)0$/, '')}%`

/** The result is rounded down; `rate` is in hundredths of a percent. */
export const computeReferral = (cashback: Paise, rate: bigint): Paise => paise((cashback * rate) / 10_000n)

export function formatGrouped(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  const rupees = digits.slice(0, -2)
  const head = rupees.slice(0, -3).match(/^\d(?=(?:\d\d)*$)|\d\d/g) ?? []
  const grouped = [...head, rupees.slice(-3)].join(',')
  return `${value < 0n ? '-' : ''}${grouped}.${digits.slice(-2)}`
}

/** Formats 'Rs. 1,23,456.50' (docs/rules.md#24). */
export function formatRupees(value: bigint): string {
  return `Rs. ${formatGrouped(value)}`
}

export function formatSigned(value: bigint): string {
  return value < 0n ? `−${formatRupees(-value)}` : `+${formatRupees(value)}`
}

export function formatPlain(value: bigint): string {
  return formatGrouped(value).replaceAll(',', '')
}

export interface Payout {
  /** Hundredths of a percent or of the currency's unit, by `payout_model`. */
  payout_hundredths: bigint | null
  payout_model: string
  currency: string
}

/** Formats '8.00%' or 'Rs. 250.00' (docs/rules.md#24). */
export function formatPayout(payout: Payout): string {
  if (payout.payout_hundredths === null) return '0.00'
  const value = formatGrouped(payout.payout_hundredths)
  return payout.payout_model === 'percentage' ? `${value}%` : `${payout.currency} ${value}`
}

const RUPEES = new Set(['rs.', 'rs', 'inr', '₹'])

export const isRupees = (currency: string) => RUPEES.has(currency.trim().toLowerCase())

/** 'foreign': the sale is in another currency and is not credited. */
export type Credit = 'cashback' | 'nothing' | 'foreign'

export function classifyCredit({ payout_hundredths, payout_model, currency }: Payout): Credit {
  if (!payout_hundredths) return 'nothing'
  return payout_model === 'percentage' || isRupees(currency) ? 'cashback' : 'foreign'
}
