import { csvLine } from '~/formats/csv'
import { formatGrouped, formatPlain } from '~/formats/money'
import type { Column } from './safe-text'

export interface SheetField<Row> extends Column<Row> {
  /** Key in JSON. */
  name: string
  /** CSV text, if it differs from the table's. */
  plain?: (row: Row) => string
  /** JSON value, if it differs from the CSV text. */
  value?: (row: Row) => string | number | null
}

export type Sheet<Row> = readonly SheetField<Row>[]

const formatCell = <Row>(of: (row: Row) => bigint | null, format: (value: bigint) => string) => {
  return (row: Row): string | null => {
    const value = of(row)
    return value === null ? null : format(value)
  }
}

/** Rupees: grouped in a table, plain in CSV and JSON. Null: an empty cell, null in JSON. */
export function amount<Row>(name: string, of: (row: Row) => bigint | null): SheetField<Row> {
  const [grouped, plain] = [formatCell(of, formatGrouped), formatCell(of, formatPlain)]
  return {
    name,
    head: formatHead(name),
    right: true,
    cell: (row) => grouped(row) ?? '',
    plain: (row) => plain(row) ?? '',
    value: plain,
  }
}

export const formatHead = (name: string) => name.replaceAll('_', ' ').toUpperCase()

export const csvHead = <Row>(sheet: Sheet<Row>): string => csvLine(sheet.map(({ name }) => name))

export const csvRows = <Row>(rows: readonly Row[], sheet: Sheet<Row>): string =>
  rows.map((row) => csvLine(sheet.map(({ cell, plain = cell }) => plain(row)))).join('')

export const toJsonRow = <Row>(row: Row, sheet: Sheet<Row>): Record<string, string | number | null> =>
  Object.fromEntries(sheet.map(({ name, cell, plain = cell, value = plain }) => [name, value(row)]))
