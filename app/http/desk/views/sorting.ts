import type { CellValue } from '~/desk/cells'
import { isMasked } from '~/desk/cells'
import type { Column } from '~/desk/columns'

export interface Sorting {
  column: string
  isDescending: boolean
}

/** 'amount', or '-amount' from the largest. Null: as the list is by itself. */
export function readSorting(columns: readonly Column<never>[], typed: string | null): Sorting | null {
  if (!typed) return null
  const name = typed.replace(/^-/, '')
  return columns.some((column) => column.name === name && isSortable(column))
    ? { column: name, isDescending: typed.startsWith('-') }
    : null
}

/** What a reader sees in part only is no order. */
export const isSortable = ({ kind }: Pick<Column<never>, 'kind'>): boolean => !isMasked(kind)

const toComparable = (value: CellValue): string | number | bigint | null => {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** Rows without a value come last in both directions; equal ones stay in the order of the list. */
export function sortRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { column: name, isDescending }: Sorting,
): Row[] {
  const { value } = columns.find((column) => column.name === name)!
  const keyed = rows.map((row) => ({ row, key: toComparable(value(row)) }))
  return keyed
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      if (a.key === b.key) return 0
      return a.key < b.key === isDescending ? 1 : -1
    })
    .map(({ row }) => row)
}

/** The order that a press of the heading asks for: rising first, then falling. */
export const buildNextOrder = (column: string, now: Sorting | null): string =>
  now?.column === column && !now.isDescending ? `-${column}` : column
