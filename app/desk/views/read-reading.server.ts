import { formatCount } from '~/formats/count'
import { formatRupees } from '~/formats/money'
import type { Reader } from '~/operations/cells'
import { fieldsOf } from '~/operations/command-text'
import type { ListOperation, Operation, RecordOperation, ReportOperation } from '~/operations/operation'
import { logReading, type Call } from '~/operations/run.server'
import { toAnswerView, toHeads, toRows, type ToRecord } from './answer.server'
import { writeOperationPath } from './paths'
import type { AnswerView, TableView } from './view'

type AnyList = ListOperation<never, never>

const ON_PAGE = 50
/** For a list that is read whole. */
const MOST_ROWS = 1000

export interface ListView {
  kind: 'list'
  table: TableView
  notes: readonly string[]
  after: string | null
}

export type ReadingView = ListView | { kind: 'answer'; answer: AnswerView }

/** The page of the operation that shows a row of the list. */
function findToRecord({ name }: Operation, topic: readonly Operation[]): ToRecord | undefined {
  const record = topic.find((one) => one.kind === 'record' && one.name === `${name.split(' ')[0]} show`)
  const field = record && fieldsOf(record)[0]?.[0]
  return record && field ? (id) => writeOperationPath(record.name, { [field]: id }) : undefined
}

/** Throws Refused. `topic`: the operations beside it. */
export async function readReading(
  call: Call,
  topic: readonly Operation[],
  after: string | null = null,
): Promise<ReadingView> {
  const reader = { role: call.actor.role, uncovers: call.uncovers }
  if (call.operation.kind === 'list') return readList(call as never, topic, reader, after)
  const operation = call.operation as unknown as RecordOperation<never> | ReportOperation<never>
  const answer = await logReading(call, (context) => operation.read(call.input, context))
  return { kind: 'answer', answer: await toAnswerView(answer, reader) }
}

async function readList(
  call: Call<AnyList>,
  topic: readonly Operation[],
  reader: Reader,
  after: string | null,
): Promise<ListView> {
  const { columns, key, many, none, notes, one, read, sum } = call.operation
  const most = key ? ON_PAGE : MOST_ROWS
  const page = { limit: most, ...(after !== null && { after: readKey(after) as never }) }
  return logReading(call as never, async (context) => {
    const found = await read(call.input, page, context)
    const rows = key ? found : found.slice(0, most)
    const total = sum && `, ${formatRupees(rows.reduce((all, row) => all + sum(row), 0n))}`
    return {
      kind: 'list' as const,
      table: {
        name: call.operation.name,
        heads: toHeads(columns),
        rows: toRows(columns, rows, reader, findToRecord(call.operation as never, topic)),
        hasTotal: false,
        words: rows.length
          ? `${formatCount(rows.length, one, many)}${total ?? ''}`
          : typeof none === 'function'
            ? none(call.input)
            : none,
      },
      notes: (await notes?.(rows, call.input)) ?? [],
      after: key && rows.length >= most ? String(key(rows.at(-1)!)) : null,
    }
  })
}

const readKey = (after: string) => (/^\d{1,15}$/.test(after) ? Number(after) : after)
