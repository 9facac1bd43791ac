/** The only reader of identifiers that networks, banks, files and people give (docs/rules.md#61). */

/** 'damaged': what a spreadsheet makes of an id, which is lost. 'placeholder': the sender had none. */
export type IdProblem = 'damaged' | 'placeholder'

/** A hexadecimal id such as 65e12 is none: spreadsheets write one digit before the mark, or a sign. */
const EXPONENT = /^[+-]?(?:\d(?:[.,]\d*)?|\d+[.,]\d*)e[+-]?\d{1,3}$|^[+-]?\d+e[+-]\d{1,3}$/i
const CELL_ERROR = /^(?:#+|#(?:n\/a(?: n\/a)?|na|nv|n\/d|getting_data)|#[\p{L}/0]+[!?]|err:\d{3})$/iu
const BOOLEAN = /^(?:true|false)$/i
const MACRO = /[{}[\]<>]|!!!|%7[bd]|^([#%$@]).+\1$/i
const NONE =
  /^\(?(?:n[/.]?a\.?|null|none|nil|nan|undefined|unknown|blank|empty|not (?:available|applicable|set))\)?$/i

/** Null: the text can be an identifier. */
export function findIdProblem(text: string): IdProblem | null {
  const id = text.trim()
  if (EXPONENT.test(id) || CELL_ERROR.test(id) || BOOLEAN.test(id) || id.includes('\ufffd')) return 'damaged'
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
