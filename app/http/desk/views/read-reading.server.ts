import { toReader, type Call } from '~/desk/call'
import { MOST_CHOSEN } from '~/desk/each-chosen'
import type { CellReader } from '~/desk/cells'
import { listFields } from '~/desk/command-text'
import { logReading } from '~/desk/logged-call.server'
import { findOperation } from '~/desk/find-operation'
import { mayDo } from '~/desk/roles'
import type { Column } from '~/desk/columns'
import type { ListOperation, Operation, RecordOperation } from '~/desk/operation'
import { readScreen } from '~/desk/read-list.server'
import {
  readMayOpen,
  toAnswerView,
  toHints,
  toHeads,
  toLinks,
  toRows,
  type MayOpen,
  type ToRecord,
} from './answer.server'
import { readChosenRows, type ChosenView } from './chosen.server'
import { buildOperationPath, buildQuery } from './paths'
import { isSortable, readSorting, sortRows, buildNextOrder, type Sorting } from './sorting'
import type { AnswerView, HeadView, HintView, LinkView, TableView } from './view'

const ON_PAGE = 50
/** For a list that is read whole. */
const MOST_ROWS = 1000

export interface ListView {
  kind: 'list'
  table: TableView
  notes: readonly HintView[]
  after: string | null
  chosen: ChosenView | null
  /** Of an empty list: all of it where it is filtered, else what makes its first row. */
  starts: readonly LinkView[]
}

export type ReadingView = ListView | { kind: 'answer'; answer: AnswerView }

/** Where the record is found by the number of the row, and may be opened. */
function findToRecord(
  { name }: Operation,
  topic: readonly Operation[],
  { role }: CellReader,
): ToRecord | undefined {
  const record = topic.find((one) => one.kind === 'record' && one.name === `${name.split(' ')[0]} show`)
  const field = record && listFields(record)[0]?.[0]
  if (!record || !field || !mayDo(role, record.role)) return undefined
  return (id) =>
    record.input.safeParse({ [field]: id }).success
      ? buildOperationPath(record.name, { [field]: id })
      : undefined
}

interface Place {
  /** The key of the last row of the page before. */
  after?: string | null
  /** The column by which it is sorted; only lists that are read whole. */
  order?: string | null
  /** As many rows as can be chosen together, all of them chosen. */
  choosesAll?: boolean
}

/** Throws RefusalError. `topic`: the operations beside it. */
export async function readReading(
  call: Call,
  topic: readonly Operation[],
  { after = null, order = null, choosesAll = false }: Place = {},
): Promise<ReadingView> {
  const reader = toReader(call)
  if (call.operation.kind === 'list')
    return readList(call as Call<ListOperation>, topic, reader, {
      after,
      order,
      choosesAll,
      mayOpen: await readMayOpen(reader),
    })
  const operation = call.operation as RecordOperation
  const answer = await logReading(call, (context) => operation.read(call.input, context))
  return { kind: 'answer', answer: await toAnswerView(answer, reader) }
}

async function readList(
  call: Call<ListOperation>,
  topic: readonly Operation[],
  reader: CellReader,
  { after, order, choosesAll, mayOpen }: Required<Place> & { mayOpen: MayOpen },
): Promise<ListView> {
  const { columns, key, name } = call.operation
  const limit = key ? (choosesAll ? MOST_CHOSEN : ON_PAGE) : MOST_ROWS
  const page = { limit, ...(after !== null && { after: readKey(after) as never }) }
  return logReading(call, async (context) => {
    const { rows: found, words, notes } = await readScreen(call, page, context)
    const sorting = key ? null : readSorting(columns, order)
    const rows = sorting ? sortRows(columns, found, sorting) : found
    const choosing = key
      ? await readChosenRows(name, rows, key, { role: reader.role, isChosen: choosesAll })
      : null
    return {
      kind: 'list' as const,
      table: {
        name,
        heads: toHeads(columns, (column) => (key ? {} : buildSorting(call, column, sorting))),
        rows: toRows(columns, rows, reader, {
          toRecord: findToRecord(call.operation, topic, reader),
          mayOpen,
        }),
        hasTotal: false,
        choice: choosing?.choice,
        words,
      },
      chosen: choosing?.chosen ?? null,
      notes: await toHints(notes, mayOpen),
      starts: rows.length ? [] : await listWays(call, after, mayOpen),
      after: key && rows.length >= limit ? String(key(rows.at(-1)!)) : null,
    }
  })
}

const buildSorting = (
  { operation, typed }: Call<ListOperation>,
  column: Column<never>,
  sorting: Sorting | null,
): Pick<HeadView, 'to' | 'sorted'> =>
  isSortable(column)
    ? {
        to:
          buildOperationPath(operation.name) +
          buildQuery(typed, { order: buildNextOrder(column.name, sorting) }),
        sorted:
          sorting?.column === column.name ? (sorting.isDescending ? 'descending' : 'ascending') : undefined,
      }
    : {}

const SHOW_ALL = 'Show all'

async function listWays(
  { operation: { name, starts = [] }, typed }: Call<ListOperation>,
  after: string | null,
  mayOpen: MayOpen,
): Promise<LinkView[]> {
  const isWhole = after === null && !Object.values(typed).some((value) => value !== undefined)
  if (isWhole) return toLinks(starts, mayOpen)
  const operation = await findOperation(name)
  const needsInput = listFields(operation).some(([, { isRequired }]) => isRequired)
  return needsInput ? [] : [{ title: SHOW_ALL, to: buildOperationPath(name) }]
}

const readKey = (after: string) => (/^\d{1,15}$/.test(after) ? Number(after) : after)
