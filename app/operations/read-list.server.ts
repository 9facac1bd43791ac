import type { ListOperation } from './operation'
import { toContext, type Call } from './run.server'

const AT_ONCE = 1000
const ALL = Number.MAX_SAFE_INTEGER

/** Paginates by keyset, so that no list must fit into memory. */
export async function* readPages(
  call: Call<ListOperation<never, never>>,
  limit = ALL,
): AsyncGenerator<readonly never[]> {
  const { input, operation } = call
  const { key, read } = operation
  const context = toContext(call as never)
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

export async function* readAll(
  call: Call<ListOperation<never, never>>,
  limit?: number,
): AsyncGenerator<never> {
  for await (const rows of readPages(call, limit)) yield* rows
}
