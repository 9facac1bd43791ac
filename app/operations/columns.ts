import type { CellKind, CellValue } from './cells'

export interface Column<Row> {
  /** Key in JSON and head in CSV. */
  name: string
  /** Head of a table and label of a fact; default: the name with blanks. */
  title?: string | undefined
  kind: CellKind
  value: (row: Row) => CellValue
  /** Only on the screen, or only in CSV and JSON. */
  only?: 'screen' | 'data' | undefined
  /** Characters at most in a table of a terminal. */
  width?: number | undefined
  /** Given by the database when a change is done: a preview leaves it out. */
  isAssigned?: boolean | undefined
}

type Options<Row> = Partial<Omit<Column<Row>, 'kind' | 'name' | 'value'>>
type Add<Row> = {
  (name: keyof Row & string, options?: Options<Row>): Column<Row>
  (name: string, value: (row: Row) => CellValue, options?: Options<Row>): Column<Row>
}

/** `describeColumns<Withdrawal>().money('amount', (w) => w.amount_paise)`; without a function the row's own key. */
export function describeColumns<Row>(): Record<CellKind, Add<Row>> {
  const add =
    (kind: CellKind) =>
    (
      name: string,
      second: Options<Row> | ((row: Row) => CellValue) = {},
      third: Options<Row> = {},
    ): Column<Row> =>
      typeof second === 'function'
        ? { name, kind, value: second, ...third }
        : { name, kind, value: (row) => row[name as keyof Row] as CellValue, ...second }
  return new Proxy({} as Record<CellKind, Add<Row>>, { get: (_, kind) => add(kind as CellKind) })
}

/** 'created_at': 'created at'. */
export const findTitle = <Row>({ name, title }: Column<Row>): string => title ?? name.replaceAll('_', ' ')

export interface Fact extends Omit<Column<never>, 'value'> {
  value: CellValue
}

export const describeRow = <Row>(columns: readonly Column<Row>[], row: Row): Fact[] =>
  columns.map(({ value, ...column }) => ({ ...column, value: value(row) }))

/** Also what lists have only in CSV and JSON. */
export const describeWhole = <Row>(columns: readonly Column<Row>[], row: Row): Fact[] =>
  describeRow(
    columns.filter(({ only }) => only !== 'screen').map((column) => ({ ...column, only: undefined })),
    row,
  )

/** Numbers for CSV and JSON. */
export const countFacts = (numbers: Record<string, number>): Fact[] =>
  Object.entries(numbers).map(([name, value]) => ({ name, kind: 'count', value, only: 'data' }))

/** A table with rows of any type; made by describeTable(), which checks that columns and rows fit. */
export interface Table {
  /** Key in JSON. */
  name: string
  title?: string | undefined
  columns: readonly Column<never>[]
  rows: readonly never[]
  /** Singular noun for the count below the table. */
  one?: string | undefined
  many?: string | undefined
  /** What is written in place of an empty table; without it, an empty table is left out. */
  none?: string | undefined
  /** The last row is a sum of the others: JSON leaves it out, and CSV unless it is 'also in CSV'. */
  hasTotal?: boolean | 'also in CSV' | undefined
  /** Only on the screen, or only in CSV and JSON; CSV is the first table that it has. */
  only?: 'screen' | 'data' | undefined
  /** It has one row: JSON has the row itself instead of an array. */
  isOne?: boolean | undefined
  /** Rows at most on a screen; JSON and CSV have all. */
  most?: number | undefined
}

export const describeTable = <Row>(
  table: Omit<Table, 'columns' | 'rows'> & { columns: readonly Column<Row>[]; rows: readonly Row[] },
): Table => table as unknown as Table
