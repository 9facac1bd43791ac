/** Facts and tables of an answer as text. Tables are stored as cell values, because columns are functions of rows. */
import type { CellValue } from './cells'
import type { Column, Fact, Table } from './columns'
import { listIf, type Answer, type Next } from './operation'

interface Cell {
  value: CellValue
  screen?: CellValue
  next?: Next | null
}

type Head = Omit<Column<never>, 'value' | 'screen' | 'next'> & { hasScreen: boolean; hasNext: boolean }

interface StoredTable extends Omit<Table, 'columns' | 'rows'> {
  columns: Head[]
  rows: Cell[][]
}

/** Rows of a table; further rows are not stored. */
export const MOST_STORED = 10_000

export function formatAnswer({ facts = [], tables = [], notes = [] }: Answer): string {
  const cut = tables.filter(({ rows }) => rows.length > MOST_STORED)
  const lost = cut.map(({ name, rows }) => `${name}: the first ${MOST_STORED} of ${rows.length} rows`)
  return JSON.stringify(
    {
      facts,
      tables: tables.map(storeTable),
      notes: [...notes, ...listIf(lost.length, `${lost.join('; ')}.`)],
    },
    formatValue,
  )
}

export function readAnswer(text: string): Required<Pick<Answer, 'facts' | 'tables' | 'notes'>> {
  const { facts, tables, notes } = JSON.parse(text, readValue) as {
    facts: Fact[]
    tables: StoredTable[]
    notes: string[]
  }
  return { facts, notes, tables: tables.map(openTable) }
}

const storeTable = ({ columns, rows, ...table }: Table): StoredTable => ({
  ...table,
  columns: columns.map(({ screen, next, ...head }) => ({
    ...head,
    hasScreen: screen !== undefined,
    hasNext: next !== undefined,
  })),
  rows: rows.slice(0, MOST_STORED).map((row) =>
    columns.map(({ value, screen, next }) => ({
      value: value(row),
      ...(screen && { screen: screen(row) }),
      ...(next && { next: next(row) }),
    })),
  ),
})

function openTable({ columns, rows, ...table }: StoredTable): Table {
  const opened = columns.map(({ hasScreen, hasNext, ...head }, i): Column<Cell[]> => ({
    ...head,
    value: (row) => row[i]!.value,
    ...(hasScreen && { screen: (row: Cell[]) => row[i]!.screen }),
    ...(hasNext && { next: (row: Cell[]) => row[i]!.next ?? null }),
  }))
  return { ...table, columns: opened, rows } as unknown as Table
}

/** `this` has the value as it was before toJSON(). */
function formatValue(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const own = this[key]
  if (typeof own === 'bigint') return { $paise: own.toString() }
  return own instanceof Date ? { $time: own.getTime() } : value
}

function readValue(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$paise' in value) return BigInt(value.$paise as string)
  return '$time' in value ? new Date(value.$time as number) : value
}
