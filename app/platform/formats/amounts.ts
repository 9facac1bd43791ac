/** The only reader of amounts and percentages (docs/rules.md#24). */
import { HUNDRED_PERCENT, paise, type Paise } from './money'
import { readPasted } from './pasted'

/** How a sender writes numbers. Superscripts are no digits; digits of other scripts are, where people type. */
export interface AmountFormat {
  decimalMark: '.' | ','
  /** An amount with more decimals is refused; decimals beyond two are rounded half to even. */
  decimals: number
  /** Zeros beyond `decimals` are accepted: '100.0000'. */
  padsZeros: boolean
  /** '1,000' is a thousand. If false, grouping is accepted only with decimals, as in '1,000.00'. */
  groupsWhole: boolean
  /** A person typed it: 'Rs. 500', '₹500' and 'INR 500' are accepted. */
  isTyped: boolean
  /** Most digits before the decimal mark. */
  digits: number
}

export const TYPED: AmountFormat = {
  decimalMark: '.',
  decimals: 2,
  padsZeros: false,
  groupsWhole: true,
  isTyped: true,
  digits: 15,
}

/** For amounts that SQL multiplies by a rate: more digits could exceed a bigint. */
const FEW_DIGITS = 7

export const GRANTED: AmountFormat = { ...TYPED, digits: FEW_DIGITS }

export const MACHINE: AmountFormat = { ...GRANTED, groupsWhole: false, isTyped: false }

export const REPORTED: AmountFormat = { ...MACHINE, padsZeros: true }

export const SPREADSHEET: AmountFormat = { ...REPORTED, groupsWhole: true, digits: 9 }

export const RUPEE_SIGN = '(?:rs\\.?|inr|[₹₨])'
const LEADING_SIGN = new RegExp(`^${RUPEE_SIGN}\\s*`, 'i')
const NUMBER = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})*,\d{3})(?:\.(\d{1,20}))?$/

/** Returns paise; null if the text does not fit the format, or has a sign, an exponent or a blank inside. */
export function parseAmount(text: string, format: AmountFormat): Paise | null {
  const number = format.isTyped ? readPasted(text).replace(LEADING_SIGN, '') : text.trim()
  const value = readHundredths(number, format)
  return value === null ? null : paise(value)
}

/** Returns hundredths of a percent; null outside 0 to 100. */
export function parsePercent(text: string, format: AmountFormat): bigint | null {
  const trimmed = format.isTyped ? readPasted(text) : text.trim()
  const value = readHundredths(trimmed.endsWith('%') ? trimmed.slice(0, -1).trimEnd() : trimmed, format)
  return value !== null && value <= HUNDRED_PERCENT ? value : null
}

function readHundredths(text: string, format: AmountFormat): bigint | null {
  const { decimalMark, decimals, padsZeros, groupsWhole, digits } = format
  const pointed = decimalMark === '.' ? text : text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
  const [, grouped = '', written = ''] = NUMBER.exec(pointed) ?? []
  const whole = grouped.replaceAll(',', '')
  if (whole === '' || whole.length > digits) return null
  if (whole !== grouped && !groupsWhole && written.length < 2) return null
  const significant = written.replace(/(?<!0)0+$/, '')
  if ((padsZeros ? significant : written).length > decimals) return null
  return roundHalfEven(whole, significant)
}

function roundHalfEven(whole: string, decimals: string): bigint {
  const hundredths = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'))
  const rest = decimals.slice(2)
  // The decimals are compared as text without trailing zeros: '51' and '6' are above '5', '49' is below.
  const isUp = rest > '5' || (rest === '5' && hundredths % 2n === 1n)
  return isUp ? hundredths + 1n : hundredths
}
