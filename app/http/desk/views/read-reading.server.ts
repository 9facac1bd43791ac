import { toReader, type Call } from '~/desk/call'
import type { Reader } from '~/desk/cells'
import { listFields } from '~/desk/command-text'
import { logReading } from '~/desk/logged-call.server'
import { mayDo } from '~/desk/roles'
import type { ListOperation, Operation, RecordOperation } from '~/desk/operation'
import { readScreen } from '~/desk/read-list.server'
import {
  readMayOpen,
  toAnswerView,
  toHints,
  toHeads,
  toRows,
  type MayOpen,
  type ToRecord,
} from './answer.server'
import { readChosen, type ChosenView } from './chosen.server'
import { buildOperationPath } from './paths'
import type { AnswerView, HintView, TableView } from './view'

const ON_PAGE = 50
/** For a list that is read whole. */
const MOST_ROWS = 1000

export interface ListView {
  kind: 'list'
  table: TableView
  notes: readonly HintView[]
  after: string | null
  chosen: ChosenView | null
}

export type ReadingView = ListView | { kind: 'answer'; answer: AnswerView }

/** Where the record is found by the number of the row, and may be opened. */
function findToRecord(
  { name }: Operation,
  topic: readonly Operation[],
  { role }: Reader,
): ToRecord | undefined {
  const record = topic.find((one) => one.kind === 'record' && one.name === `${name.split(' ')[0]} show`)
  const field = record && listFields(record)[0]?.[0]
  if (!record || !field || !mayDo(role, record.role)) return undefined
  return (id) =>
    record.input.safeParse({ [field]: id }).success
      ? buildOperationPath(record.name, { [field]: id })
      : undefined
}

/** Throws RefusalError. `topic`: the operations beside it. */
export async function readReading(
  call: Call,
  topic: readonly Operation[],
  after: string | null = null,
): Promise<ReadingView> {
  const reader = toReader(call)
  if (call.operation.kind === 'list')
    return readList(call as Call<ListOperation>, topic, reader, { after, mayOpen: await readMayOpen(reader) })
  const operation = call.operation as RecordOperation
  const answer = await logReading(call, (context) => operation.read(call.input, context))
  return { kind: 'answer', answer: await toAnswerView(answer, reader) }
}

async function readList(
  call: Call<ListOperation>,
  topic: readonly Operation[],
  reader: Reader,
  { after, mayOpen }: { after: string | null; mayOpen: MayOpen },
): Promise<ListView> {
  const { columns, key, name } = call.operation
  const limit = key ? ON_PAGE : MOST_ROWS
  const page = { limit, ...(after !== null && { after: readKey(after) as never }) }
  return logReading(call, async (context) => {
    const { rows, words, notes } = await readScreen(call, page, context)
    const choosing = key ? await readChosen(name, rows, key, reader.role) : null
    return {
      kind: 'list' as const,
      table: {
        name,
        heads: toHeads(columns),
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
      after: key && rows.length >= limit ? String(key(rows.at(-1)!)) : null,
    }
  })
}

const readKey = (after: string) => (/^\d{1,15}$/.test(after) ? Number(after) : after)
