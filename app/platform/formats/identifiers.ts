/** The only reader of identifiers that networks, banks, files and people give (docs/rules.md#61). */

/** 'damaged': what a spreadsheet makes of an id, which is lost. 'placeholder': the sender had none. */
export type IdProblem = 'damaged' | 'placeholder'

/** A hexadecimal id such as 65e12 is none: spreadsheets write one digit before the mark, or a sign. */
const EXPONENT = /^[+-]?(?:\d(?:[.,]\d*)?|\d+[.,]\d*)e[+-]?\d{1,3}$|^[+-]?\d+e[+-]\d{1,3}$/i
const CELL_ERROR = /^(?:#+|#(?:n\/a(?: n\/a)?|na|nv|n\/d|getting_data)|#[\p{L}/0]+[!?]|err:\d{3})$/iu
const BOOLEAN = /^(?:true|false)$/i
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}'
/** What a spreadsheet makes of 12-05 and of 2026-11. */
const DATE = new RegExp(
  String.raw`^(?:\d{1,2}[-/. ]${MONTH}(?:[-/. ]\d{2,4})?|${MONTH}[-/. ]\d{2,4}|\d{1,2}/\d{1,2}/\d{2,4})$`,
  'i',
)
const MACRO = /[{}[\]<>]|!!!|%7[bd]|^([#%$@]).+\1$/i
const NONE =
  /^\(?(?:n[/.]?a\.?|null|none|nil|nan|undefined|unknown|blank|empty|not (?:available|applicable|set))\)?$/i

/** Null: the text can be an identifier. */
export function findIdProblem(text: string): IdProblem | null {
  const id = text.trim()
  if ([EXPONENT, CELL_ERROR, BOOLEAN, DATE, /\ufffd/].some((form) => form.test(id))) return 'damaged'
  return MACRO.test(id) || NONE.test(id) || !hasContent(id) ? 'placeholder' : null
}

/** False for nothing but zeros and marks. */
const hasContent = (id: string) => /[\p{L}\p{N}]/u.test(id.replaceAll('0', ''))

export const isUsableId = (text: string): boolean => findIdProblem(text) === null

/** Null: it names no order. */
export const readOrderNumber = (text: string | undefined): string | null =>
  text !== undefined && isUsableId(text) ? text : null

/** Spreadsheets keep this many digits of a number, and write zeros for the rest. */
const KEPT_DIGITS = 15
const LEAST_ROUNDED = 3
/** So many times more than chance would leave: of real numbers with 16 digits every tenth ends with a zero. */
const ABOVE_CHANCE = 5

/** The numbers that a spreadsheet has rounded; none where there are few, or where chance explains them. */
export function findRounded(ids: Iterable<string>): string[] {
  const long = [...new Set(ids)].filter((id) => /^[1-9]\d{15,}$/.test(id))
  const rounded = long.filter((id) => !/[^0]/.test(id.slice(KEPT_DIGITS)))
  const byChance = long.reduce((sum, id) => sum + 10 ** (KEPT_DIGITS - id.length), 0)
  return rounded.length >= LEAST_ROUNDED && rounded.length > ABOVE_CHANCE * byChance ? rounded : []
}

/** Whether a spreadsheet that takes `id` for a number writes it as `text`: without zeros in front, or rounded. */
export function isIdAsNumber(text: string, id: string): boolean {
  if (text === id || !/^[1-9]\d*$/.test(text) || !/^\d+$/.test(id)) return false
  const digits = id.replace(/^0+/, '')
  if (digits.length !== text.length || /[^0]/.test(text.slice(KEPT_DIGITS))) return false
  // Some cut the digits off, others round them up.
  const rise = Number(text.slice(0, KEPT_DIGITS)) - Number(digits.slice(0, KEPT_DIGITS))
  return rise === 0 || (rise === 1 && digits.length > KEPT_DIGITS)
}
