import { escapeText } from '~/platform/formats/characters'

// Prevents terminal injection: literals are printed as they are, interpolated values are escaped.

/** Text that is safe to print. Only text`…`, lines() and table() create it. */
export class SafeText {
  private constructor(private readonly ready: string) {}

  static text(literals: TemplateStringsArray, ...values: Value[]): SafeText {
    const parts = literals.map((literal, i) =>
      i < values.length ? literal + escapeValue(values[i]!) : literal,
    )
    return new SafeText(parts.join(''))
  }

  static lines(parts: readonly Value[]): SafeText {
    return new SafeText(parts.map(escapeValue).join('\n'))
  }

  toString(): string {
    return this.ready
  }
}

export type Value = string | number | bigint | SafeText

const escapeValue = (value: Value): string =>
  value instanceof SafeText ? value.toString() : escapeText(String(value))

export const text = (literals: TemplateStringsArray, ...values: Value[]): SafeText =>
  SafeText.text(literals, ...values)

/** Line breaks inside a part are escaped. */
export const lines = (parts: readonly Value[]): SafeText => SafeText.lines(parts)

export interface TextColumn<Row> {
  head: string
  cell: (row: Row) => string
  right?: boolean
}

export function table<Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[]): SafeText {
  const cells = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ cell }) => escapeText(cell(row)))),
  ]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => countCharacters(line[i]!))))
  return lines(
    cells.map((line) =>
      line
        .map((cell, i) => pad(cell, widths[i]!, columns[i]!.right))
        .join('  ')
        .trimEnd(),
    ),
  )
}

const countCharacters = (cell: string) => Array.from(cell).length

function pad(cell: string, width: number, right = false): string {
  const space = ' '.repeat(width - countCharacters(cell))
  return right ? space + cell : cell + space
}
