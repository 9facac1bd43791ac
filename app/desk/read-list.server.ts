import { formatCount } from '~/platform/formats/count'
import { formatRupees } from '~/platform/formats/money'
import type { Page } from '~/platform/db/period.server'
import { toContext, type Call } from './call'
import type { Context, ListOperation, Remark } from './operation'

const AT_ONCE = 1000
const ALL = Number.MAX_SAFE_INTEGER

/** Paginates by keyset, so that no list must fit into memory. */
export async function* readPages(call: Call<ListOperation>, limit = ALL): AsyncGenerator<readonly never[]> {
  const { input, operation } = call
  const { key, read } = operation
  const context = toContext(call)
  let left = limit
  for (let after: number | string | undefined; left > 0;) {
    const wanted = key ? Math.min(left, AT_ONCE) : left
    const rows = await read(input, { after: after as never, limit: wanted }, context)
    yield key ? rows : rows.slice(0, wanted)
    left -= rows.length
    if (!key || rows.length < wanted) return
    after = key(rows.at(-1)!)
  }
}

export async function* readAll(call: Call<ListOperation>, limit?: number): AsyncGenerator<never> {
  for await (const rows of readPages(call, limit)) yield* rows
}

export async function readScreen(
  { input, operation }: Call<ListOperation>,
  page: Page<never>,
  context: Context,
): Promise<{ rows: readonly never[]; words: string; notes: readonly Remark[] }> {
  const { key, many, none, notes, one, read, sum } = operation
  const found = await read(input, page, context)
  const rows = key ? found : found.slice(0, page.limit)
  const total = sum ? `, ${formatRupees(rows.reduce((all, row) => all + sum(row), 0n))}` : ''
  const explanation = typeof none === 'function' ? none(input) : none
  return {
    rows,
    words: rows.length ? `${formatCount(rows.length, one, many)}${total}` : explanation,
    notes: (await notes?.(rows, input)) ?? [],
  }
}
