import { onOneLine } from './characters'

const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** `;` separates cells, too, where a decimal comma is usual: what follows one would begin a formula. */
function csvCell(value: string): string {
  const text = onOneLine(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`

/** What a spreadsheet would print in another way, if it is no amount: long digits, zeros in front, an exponent. */
const LOST_AS_NUMBER = /^[+-]?(?:0\d+|\d{12,}|\d+(?:\.\d*)?e[+-]?\d+)$/i

/** For people: an apostrophe keeps an id a text, and every reader of tables here removes it. */
export const sheetLine = (cells: readonly (string | null)[]) =>
  csvLine(cells.map((cell) => (cell !== null && LOST_AS_NUMBER.test(cell) ? `'${cell}` : cell)))

/** Without it, Excel misreads UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

export async function* markCsv(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let mark = BYTE_ORDER_MARK
  for await (const part of lines) {
    yield mark + part
    mark = ''
  }
}
