import { markCsv } from '~/formats/csv'
import type { Actor } from '~/operations/actor.server'
import { csvHead, csvRow } from '~/operations/csv'
import type { ListOperation } from '~/operations/operation'
import { readPages } from '~/operations/read-list.server'
import { Refused } from '~/operations/refusal'
import { mayDo } from '~/operations/roles'
import { logAround, type Call } from '~/operations/run.server'
import { readAtDesk } from '../read.server'
import { findInTopic, findTopic } from './find-page.server'
import { checkTyped, readTyped, toCall } from './typed.server'

interface Csv {
  name: string
  lines: AsyncGenerator<string>
}

/** Null: there is no such list for this role, or the filter is invalid or names something unknown. */
export async function writeCsv(
  actor: Actor,
  place: { topic: string; operation: string | undefined },
  query: URLSearchParams,
): Promise<Csv | null> {
  const topic = await findTopic(place.topic)
  const operation = topic && findInTopic(topic, place.operation)
  if (operation?.kind !== 'list' || !mayDo(actor.role, operation.role)) return null
  const typed = readTyped(operation as never, query)
  const checked = checkTyped(operation as never, { typed, files: {} })
  if (!checked.ok) return null
  const call = toCall(operation as never, { typed, files: {}, uncovers: false }, checked.input, actor)
  const logged = { ...call, command: `${call.command} --csv` }
  await logAround(logged, async () => {})
  const pages = readPages(call as never)
  const next = () => readAtDesk(() => pages.next())
  try {
    // A refusal must come before the response has begun.
    const first = await next()
    return {
      name: operation.name.replaceAll(' ', '-'),
      lines: markCsv(writeLines(call as never, first as never, next as never)),
    }
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

type Part = IteratorResult<readonly never[], void>

async function* writeLines(
  { operation, actor }: Call<ListOperation<never, never>>,
  first: Part,
  next: () => Promise<Part>,
): AsyncGenerator<string> {
  const reader = { role: actor.role, uncovers: false }
  yield csvHead(operation.columns)
  for (let page = first; !page.done; page = await next())
    for (const row of page.value) yield csvRow(operation.columns, row, reader)
}
