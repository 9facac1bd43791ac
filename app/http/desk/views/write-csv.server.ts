import { markCsv } from '~/platform/formats/csv'
import type { Actor } from '~/desk/actor.server'
import { toReader, type Call } from '~/desk/call'
import { logAround } from '~/desk/logged-call.server'
import type { ListOperation } from '~/desk/operation'
import { readPages } from '~/desk/read-list.server'
import { RefusalError } from '~/desk/refusal'
import { mayDo } from '~/desk/roles'
import { formatCsvHead, formatCsvRow } from '~/desk/show'
import { readAtDesk } from '../read.server'
import { findInTopic, findTopic } from './find-page.server'
import { readDeskCall, readTyped } from './typed.server'

interface Csv {
  name: string
  lines: AsyncGenerator<string>
}

interface Place {
  topic: string
  operation: string | undefined
}

/** Null: there is no such list for this role. */
export async function findList({ role }: Actor, place: Place): Promise<ListOperation | null> {
  const topic = await findTopic(place.topic)
  const operation = topic && findInTopic(topic, place.operation)
  return operation?.kind === 'list' && mayDo(role, operation.role) ? operation : null
}

/** Null: the filter is invalid or names something unknown. */
export async function writeCsv(
  actor: Actor,
  operation: ListOperation,
  query: URLSearchParams,
): Promise<Csv | null> {
  const typed = readTyped(operation, query)
  const read = readDeskCall(operation, { typed, files: {}, uncovers: false }, actor)
  if (!read.ok) return null
  const call = read.call as Call<ListOperation>
  const logged = { ...call, command: `${call.command} --csv` }
  await logAround(logged, async () => {})
  const pages = readPages(call)
  const next = () => readAtDesk(() => pages.next())
  try {
    // A refusal must come before the response has begun.
    const first = await next()
    return { name: operation.name.replaceAll(' ', '-'), lines: markCsv(formatLines(call, first, next)) }
  } catch (error) {
    if (error instanceof RefusalError) return null
    throw error
  }
}

type Part = IteratorResult<readonly never[], void>

async function* formatLines(
  call: Call<ListOperation>,
  first: Part,
  next: () => Promise<Part>,
): AsyncGenerator<string> {
  const { columns } = call.operation
  yield formatCsvHead(columns)
  for (let page = first; !page.done; page = await next())
    for (const row of page.value) yield formatCsvRow(columns, row, toReader(call))
}
