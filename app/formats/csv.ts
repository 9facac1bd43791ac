import { onOneLine } from './characters'

const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^-?\d+(\.\d+)?$/

function csvCell(value: string): string {
  const text = onOneLine(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`

/** Without a byte order mark, Excel misreads UTF-8. */
export async function* markCsv(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let mark = '\ufeff'
  for await (const part of lines) {
    yield mark + part
    mark = ''
  }
}
