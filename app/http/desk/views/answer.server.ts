import { deskMessages } from '~/messages/desk'
import { formatCount } from '~/platform/formats/count'
import { isNumeric, type CellKind, type CellReader } from '~/desk/cells'
import { findTitle, type Column, type Fact, type Table } from '~/desk/columns'
import { findOperation, listOperations } from '~/desk/find-operation'
import type { Answer, Hint, Next, Remark } from '~/desk/operation'
import { mayDo, seesPeople } from '~/desk/roles'
import { isOnScreen, showCell, showFact, splitTotal } from '~/desk/show'
import { toChartView } from './chart-view'
import { formatLabel, formatTitle } from './labels'
import { buildOperationPath } from './paths'
import type { AnswerView, CellView, FactView, HeadView, HintView, LinkView, TableView } from './view'

const isShown = (column: Pick<Fact, 'only' | 'isCommand'>) => isOnScreen(column) && !column.isCommand

const MOST_ROWS = 500

const RECORDS: Partial<Record<CellKind, (text: string) => string>> = {
  member: (user) => buildOperationPath('users show', { user }),
  sale: (id) => buildOperationPath('conversions show', { id }),
}

/** Records of the shop, which every role may see. */
const SHOP_RECORDS: Partial<Record<CellKind, (text: string) => string | undefined>> = {
  offer: (offer) => (/^\d+$/.test(offer) ? buildOperationPath('catalogue show', { offer }) : undefined),
  store: (store) => buildOperationPath('stores show', { store }),
  page: (address) => address,
}

export type ToRecord = (id: string) => string | undefined

export type MayOpen = (operation: string) => boolean

/** Whether the reader's role may do the operation; of a topic, one of its operations. */
export async function readMayOpen({ role }: CellReader): Promise<MayOpen> {
  const allowed = (await listOperations()).filter((one) => mayDo(role, one.role)).map(({ name }) => name)
  const names = new Set(allowed.flatMap((name) => [name, name.split(' ')[0]!]))
  return (name) => names.has(name)
}

interface Links {
  /** Of the column `id`. */
  toRecord?: ToRecord | undefined
  /** Without it, columns have no links. */
  mayOpen?: MayOpen | undefined
}

function toCell<Row>(
  column: Column<Row>,
  row: Row,
  reader: CellReader,
  { toRecord, mayOpen }: Links,
): CellView {
  const { kind, name, next } = column
  const text = showCell(column, row, reader)
  const to = next
    ? formatNext(next(row), mayOpen)
    : toRecord && name === 'id'
      ? toRecord(text)
      : findRecord(kind, text, reader)
  return to ? { text, kind, to } : { text, kind }
}

const formatNext = (next: Next | null, mayOpen?: MayOpen) =>
  next && mayOpen?.(next.operation) ? buildOperationPath(next.operation, next.input) : undefined

const findRecord = (kind: CellKind, text: string, reader: CellReader): string | undefined =>
  (text && SHOP_RECORDS[kind]?.(text)) ||
  (/^\d+$/.test(text) && seesPeople(reader.role) ? RECORDS[kind]?.(text) : undefined)

/** `sort`: the link of a column's head. */
export const toHeads = (
  columns: readonly Column<never>[],
  sort: (column: Column<never>) => Pick<HeadView, 'to' | 'sorted'> = () => ({}),
): HeadView[] =>
  columns.filter(isShown).map((column) => ({
    title: formatTitle(findTitle(column)),
    isNumeric: isNumeric(column.kind),
    ...sort(column),
  }))

export const toRows = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  reader: CellReader,
  links: Links = {},
): TableView['rows'] => {
  const visible = columns.filter(isShown)
  return rows.map((row) => visible.map((column) => toCell(column, row, reader, links)))
}

function toTable(table: Table, reader: CellReader, mayOpen: MayOpen): TableView | null {
  const { name, title, columns, one, none, isChosen, most = MOST_ROWS } = table
  const { rows, total } = splitTotal(table)
  if (!rows.length && none === undefined) return null
  const left = rows.length - most
  const words = [
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(rows.length && one ? [formatCount(rows.length, one)] : []),
    ...(rows.length ? [] : [none!]),
  ]
  return {
    name,
    title: title ?? formatLabel(name.replaceAll('_', ' ')),
    heads: toHeads(columns),
    rows: toRows(columns, [...rows.slice(0, most), ...total], reader, { mayOpen }),
    hasTotal: total.length > 0,
    ...(isChosen && { chosen: rows.slice(0, most).map(isChosen) }),
    words: words.join(' · ') || undefined,
  }
}

export const toFacts = (facts: readonly Fact[], reader: CellReader): FactView[] =>
  facts.filter(isShown).flatMap((fact) => {
    const { name, kind, isOnce } = fact
    const text = showFact(fact, reader)
    // The number of the record itself would lead to its own page.
    const to = name === 'id' ? undefined : findRecord(kind, text, reader)
    const shown = kind === 'page' ? deskMessages.record.shop : text
    return text === ''
      ? []
      : [
          {
            name,
            title: formatTitle(findTitle(fact)),
            text: shown,
            kind,
            ...(to && { to }),
            ...(isOnce && { isOnce }),
          },
        ]
  })

/** Those that the reader may open. */
export async function toLinks(next: readonly Next[], mayOpen: MayOpen): Promise<LinkView[]> {
  const toLink = async ({ operation: name, input }: Next) => ({
    title: (await findOperation(name)).title,
    to: buildOperationPath(name, input),
  })
  return Promise.all(next.filter(({ operation }) => mayOpen(operation)).map(toLink))
}

export const toHints = (remarks: readonly Remark[], mayOpen: MayOpen): Promise<HintView[]> =>
  Promise.all(
    remarks.map(async (remark) => {
      const { text, next = [] } = typeof remark === 'string' ? { text: remark } : (remark as Hint)
      return { text, links: await toLinks(next, mayOpen) }
    }),
  )

export async function toAnswerView(
  {
    title,
    facts = [],
    tables = [],
    charts = [],
    picture,
    notes = [],
    problems = [],
    next = [],
    record,
    namesNext,
    isPending,
  }: Answer & { record?: Next | undefined },
  reader: CellReader,
): Promise<AnswerView> {
  const mayOpen = await readMayOpen(reader)
  return {
    title,
    facts: toFacts(facts, reader),
    tables: tables
      .filter(({ only }) => only !== 'data')
      .flatMap((table) => toTable(table, reader, mayOpen) ?? []),
    ...(charts.length && { charts: charts.map(toChartView) }),
    ...(picture && { picture }),
    notes: await toHints(notes, mayOpen),
    problems: await toHints(problems, mayOpen),
    next: await toLinks(next, mayOpen),
    ...(record && { record: (await toLinks([record], mayOpen))[0] }),
    namesNext,
    isPending,
  }
}
