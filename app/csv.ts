/** Lines of a CSV file (RFC 4180) that a spreadsheet opens without running anything. */

/** What a spreadsheet takes for a formula, behind spaces too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** What moves a cursor, begins a line or turns a text around: no cell of ours needs it, and a reader may obey it. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

function csvCell(given: string): string {
  const text = given.replace(STEERING, ' ')
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end. A text that could be a formula gets an apostrophe in front; numbers stay numbers. */
export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`

/** The same lines behind a byte order mark: Excel takes a file without it for one of another alphabet. */
export async function* markCsv(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let mark = '\ufeff'
  for await (const part of lines) {
    yield mark + part
    mark = ''
  }
}
