import { parseAmount, RUPEE_SIGN, type AmountFormat } from '~/platform/formats/amounts'
import { MONTHS } from '~/platform/formats/dates'
import { paise, type Paise } from '~/platform/formats/money'
import { withPlainMarks } from '~/platform/formats/pasted'

const AMOUNT = new RegExp(
  `^([+-]?)\\s*${RUPEE_SIGN}?\\s*([+-]?)(\\d[\\d.,]*)(?:\\s*/-)?\\s*${RUPEE_SIGN}?\\s*([+-]?|[dc]r\\.?)$`,
  'i',
)

/** Negative for '(250.00)', '-250' and '250.00 Dr'; null if the cell has two signs. */
export function readAmountCell(text: string, format: AmountFormat): Paise | null {
  const plain = withPlainMarks(text)
  const [, inside] = /^\((.*)\)$/.exec(plain) ?? []
  const match = AMOUNT.exec((inside ?? plain).trim())
  if (!match) return null
  const [, first = '', second = '', number = '', last = ''] = match
  const signs = [first, second, last, inside === undefined ? '' : '('].filter((sign) => sign !== '')
  const value = parseAmount(number, format)
  if (signs.length > 1 || value === null) return null
  const isNegative = /^[-(d]/i.test(signs[0] ?? '')
  return isNegative ? paise(0n - value) : value
}

/** Reads the day before the month: '21/11/2026'. */
export function readDayCell(text: string): string | null {
  const plain = withPlainMarks(text).toLowerCase()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ t].*)?$/.exec(plain)
  if (iso) return formatDay(iso[1]!, iso[2]!, iso[3]!)
  const indian = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ,]+(\d{4}|\d{2})(?:[ ,].*)?$/.exec(plain)
  if (!indian) return null
  const [, day = '', named = '', year = ''] = indian
  const isNamed = (name: string) => named.startsWith(name.toLowerCase())
  const month = /^\d/.test(named) ? named : String(MONTHS.findIndex(isNamed) + 1)
  return formatDay(year.length === 2 ? `20${year}` : year, month, day)
}

function formatDay(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  return /^(?:19|20|21)/.test(year) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
    ? date
    : null
}
