/** Columns that are printed as a table, as CSV and as JSON. */
import { csvLine } from '~/csv'
import { formatGrouped, formatPlain } from '~/money'
import type { Column } from './shown'

export interface Field<Row> extends Column<Row> {
  /** In JSON. */
  name: string
  /** In CSV, where it is written otherwise than in a table. */
  plain?: (row: Row) => string
  /** In JSON, where it is something else than that text. */
  value?: (row: Row) => string | number | null
}

export type Sheet<Row> = readonly Field<Row>[]

const written = <Row>(of: (row: Row) => bigint | null, format: (value: bigint) => string) => {
  return (row: Row): string | null => {
    const value = of(row)
    return value === null ? null : format(value)
  }
}

/** Rupees: grouped in a table, plain in CSV and JSON; null is an empty cell, and null in JSON. */
export function amount<Row>(name: string, of: (row: Row) => bigint | null): Field<Row> {
  const [grouped, plain] = [written(of, formatGrouped), written(of, formatPlain)]
  return {
    name,
    head: headOf(name),
    right: true,
    cell: (row) => grouped(row) ?? '',
    plain: (row) => plain(row) ?? '',
    value: plain,
  }
}

/** The name of a field as the head of its column. */
export const headOf = (name: string) => name.replaceAll('_', ' ').toUpperCase()

/** The first line of the CSV. */
export const csvHead = <Row>(sheet: Sheet<Row>): string => csvLine(sheet.map(({ name }) => name))

export const csvRows = <Row>(rows: readonly Row[], sheet: Sheet<Row>): string =>
  rows.map((row) => csvLine(sheet.map(({ cell, plain = cell }) => plain(row)))).join('')

/** A row as an object for JSON. */
export const factsOf = <Row>(row: Row, sheet: Sheet<Row>): Record<string, string | number | null> =>
  Object.fromEntries(sheet.map(({ name, cell, plain = cell, value = plain }) => [name, value(row)]))
