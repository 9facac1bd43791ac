/**
 * Texts for a terminal. What comes of data can neither steer the terminal nor begin a line of its own: only the texts that
 * stand in the source are taken as they are, every value between them is escaped.
 */

/** Control and format characters, line ends of every kind, and halves of a surrogate pair. */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const SHORT_NAMES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The text with whatever could steer a terminal written out: 'Asha\u{1b}[2A'. */
export const escapeText = (text: string): string =>
  text.replace(STEERING, (one) => SHORT_NAMES[one] ?? `\\u{${one.codePointAt(0)!.toString(16)}}`)

/** A text that may go to the terminal as it is. Made by text`…`, lines() and table() alone. */
export class Shown {
  private constructor(private readonly ready: string) {}

  static text(literals: TemplateStringsArray, ...values: Value[]): Shown {
    const parts = literals.map((literal, i) =>
      i < values.length ? literal + escapeValue(values[i]!) : literal,
    )
    return new Shown(parts.join(''))
  }

  static lines(parts: readonly Value[]): Shown {
    return new Shown(parts.map(escapeValue).join('\n'))
  }

  toString(): string {
    return this.ready
  }
}

export type Value = string | number | bigint | Shown

const escapeValue = (value: Value): string =>
  value instanceof Shown ? value.toString() : escapeText(String(value))

/** text`Withdrawal ${id}: ${reason}`: the words as they stand, the values escaped. */
export const text = (literals: TemplateStringsArray, ...values: Value[]): Shown =>
  Shown.text(literals, ...values)

/** One line each; a line end inside a text is escaped. */
export const lines = (parts: readonly Value[]): Shown => Shown.lines(parts)

export interface Column<Row> {
  head: string
  cell: (row: Row) => string
  /** Numbers stand at the right. */
  right?: boolean
}

/** Rows under their heads, as wide as the widest cell. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Shown {
  const cells = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ cell }) => escapeText(cell(row)))),
  ]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => lengthOf(line[i]!))))
  return lines(
    cells.map((line) =>
      line
        .map((cell, i) => pad(cell, widths[i]!, columns[i]!.right))
        .join('  ')
        .trimEnd(),
    ),
  )
}

const lengthOf = (cell: string) => Array.from(cell).length

function pad(cell: string, width: number, right = false): string {
  const space = ' '.repeat(width - lengthOf(cell))
  return right ? space + cell : cell + space
}

/** '3 withdrawals', '1 withdrawal'. */
export const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** A table with the number of its rows below, and how to see more where it was cut at `limit`; `one`: what a row is. */
export const limitedTable = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  limit: number,
  one: string,
  many = `${one}s`,
): Shown =>
  text`${table(rows, columns)}\n\n${counted(rows.length, one, many)}${rows.length === limit ? ' (--limit shows more)' : ''}`

/** No longer than `most` characters. */
export const short = (long: string, most: number) =>
  lengthOf(long) <= most
    ? long
    : `${Array.from(long)
        .slice(0, most - 1)
        .join('')}…`
