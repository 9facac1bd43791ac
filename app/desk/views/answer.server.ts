/** Answers of operations as the desk shows them, masked for their reader. */
import { formatCount } from '~/formats/count'
import { formatCell, isNumeric, maskCell, type CellKind, type Reader } from '~/operations/cells'
import { findTitle, type Column, type Fact, type Table } from '~/operations/columns'
import { findOperation } from '~/operations/find-operation'
import type { Answer, Next } from '~/operations/operation'
import { mayDo, seesPeople } from '~/operations/roles'
import { writeLabel, writeTitle } from './labels'
import { writeOperationPath } from './paths'
import type { AnswerView, CellView, FactView, LinkView, TableView } from './view'

type AnyColumn = Column<never>

const isOnScreen = ({ only, isCommand }: Pick<AnyColumn, 'only' | 'isCommand'>) =>
  only !== 'data' && !isCommand

const MOST_ROWS = 500

const RECORDS: Partial<Record<CellKind, (text: string) => string>> = {
  member: (user) => writeOperationPath('users show', { user }),
  sale: (id) => writeOperationPath('conversions show', { id }),
}

export type ToRecord = (id: string) => string

function toCell(column: AnyColumn, row: never, reader: Reader, toRecord?: ToRecord): CellView {
  const { kind, name, next, screen, value } = column
  const text = formatCell(kind, maskCell(kind, (screen ?? value)(row), reader))
  const to = next
    ? writeNext(next(row))
    : toRecord && name === 'id'
      ? toRecord(text)
      : findRecord(kind, text, reader)
  return to ? { text, kind, to } : { text, kind }
}

const writeNext = (next: Next | null) => (next ? writeOperationPath(next.operation, next.input) : undefined)

const findRecord = (kind: CellKind, text: string, reader: Reader): string | undefined =>
  /^\d+$/.test(text) && seesPeople(reader.role) ? RECORDS[kind]?.(text) : undefined

export const toHeads = (columns: readonly AnyColumn[]): TableView['heads'] =>
  columns
    .filter(isOnScreen)
    .map((column) => ({ title: writeTitle(findTitle(column)), isNumeric: isNumeric(column.kind) }))

export const toRows = (
  columns: readonly AnyColumn[],
  rows: readonly never[],
  reader: Reader,
  toRecord?: ToRecord,
): TableView['rows'] => {
  const visible = columns.filter(isOnScreen)
  return rows.map((row) => visible.map((column) => toCell(column, row, reader, toRecord)))
}

function toTable(table: Table, reader: Reader): TableView | null {
  const { name, title, columns, one, none, most = MOST_ROWS, hasTotal } = table
  const total = hasTotal ? table.rows.slice(-1) : []
  const rows = hasTotal ? table.rows.slice(0, -1) : table.rows
  if (!rows.length && none === undefined) return null
  const left = rows.length - most
  const words = [
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(rows.length && one ? [formatCount(rows.length, one)] : []),
    ...(rows.length ? [] : [none!]),
  ]
  return {
    name,
    title: title ?? writeLabel(name.replaceAll('_', ' ')),
    heads: toHeads(columns),
    rows: toRows(columns, [...rows.slice(0, most), ...total], reader),
    hasTotal: total.length > 0,
    words: words.join(' · ') || undefined,
  }
}

export const toFacts = (facts: readonly Fact[], reader: Reader): FactView[] =>
  facts.filter(isOnScreen).flatMap((fact) => {
    const { kind } = fact
    const text = formatCell(kind, maskCell(kind, 'screen' in fact ? fact.screen : fact.value, reader))
    const { name } = fact
    // The number of the record itself would lead to its own page.
    const to = name === 'id' ? undefined : findRecord(kind, text, reader)
    const title = writeTitle(fact.title ?? name.replaceAll('_', ' '))
    return text === '' ? [] : [{ name, title, text, kind, ...(to && { to }) }]
  })

async function toLinks({ operation: name, input }: Next, { role }: Reader): Promise<LinkView[]> {
  const { role: needed, title } = await findOperation(name)
  return mayDo(role, needed) ? [{ title, to: writeOperationPath(name, input) }] : []
}

export async function toAnswerView(
  { title, facts = [], tables = [], notes = [], problems = [], next = [], namesNext }: Answer,
  reader: Reader,
): Promise<AnswerView> {
  return {
    title,
    facts: toFacts(facts, reader),
    tables: tables.filter(({ only }) => only !== 'data').flatMap((table) => toTable(table, reader) ?? []),
    notes: [...notes],
    problems: [...problems],
    next: (await Promise.all(next.map((each) => toLinks(each, reader)))).flat(),
    namesNext,
  }
}
