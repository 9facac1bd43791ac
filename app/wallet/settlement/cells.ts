/** Amounts and days as the files of banks and networks write them. What could mean two things is not read. */
import { paise, type Paise } from '~/money'

const CURRENCY = '(?:rs\\.?|inr|₹)'
/** A sign, the currency, the digits (with the separators of India or of the West), and what stands behind: '/-', 'Dr', 'Cr'. */
const AMOUNT = new RegExp(
  `^([+-]?)\\s*${CURRENCY}?\\s*([+-]?)(\\d{1,3}(?:,\\d{2,3})*,\\d{3}|\\d{1,9})(?:\\.(\\d{1,2})0*)?(?:\\s*/-)?\\s*${CURRENCY}?\\s*([+-]?|[dc]r\\.?)$`,
  'i',
)

/**
 * '1,23,456.50', 'Rs. 1,000', '(250.00)', '-250', '250.00 Dr' in paise; below zero in parentheses, with a minus and as a debit.
 * Null where it is none: decimal commas, three decimals, two signs.
 */
export function readAmountCell(text: string): Paise | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
  const [, inside] = /^\((.*)\)$/.exec(plain) ?? []
  const match = AMOUNT.exec((inside ?? plain).trim())
  if (!match) return null
  const [, first = '', second = '', digits = '', decimals = '', last = ''] = match
  const signs = [first, second, last, inside === undefined ? '' : '('].filter((sign) => sign !== '')
  const rupees = digits.replaceAll(',', '')
  if (signs.length > 1 || rupees.length > 9) return null
  const value = BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'))
  const isNegative = /^[-(d]/i.test(signs[0] ?? '')
  return paise(isNegative ? -value : value)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** '2026-11-21', '21/11/2026', '21-Nov-26', '21 November 2026', a time behind it or not: '2026-11-21'. The day comes before the month. */
export function readDayCell(text: string): string | null {
  const plain = text.trim().toLowerCase()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ t].*)?$/.exec(plain)
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!)
  const indian = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ,]+(\d{4}|\d{2})(?:[ ,].*)?$/.exec(plain)
  if (!indian) return null
  const [, day = '', named = '', year = ''] = indian
  const month = /^\d/.test(named) ? named : String(MONTHS.indexOf(named.slice(0, 3)) + 1)
  return dayOf(year.length === 2 ? `20${year}` : year, month, day)
}

/** Null for a day that no calendar has. */
function dayOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  // The database knows no year 0.
  return /^(?:19|20|21)/.test(year) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
    ? date
    : null
}
