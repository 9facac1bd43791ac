// The built application and the tests share one pool (app/platform/db/client.server.ts).
import '~/platform/db/client.server'

interface Client {
  unsafe: (this: void, query: string, ...rest: unknown[]) => unknown
}

export async function collectQueries(work: () => Promise<unknown>): Promise<string[]> {
  const { client } = (globalThis as unknown as { __database: { client: Client } }).__database
  const { unsafe } = client
  const queries: string[] = []
  client.unsafe = (query, ...rest) => {
    queries.push(query)
    return unsafe(query, ...rest)
  }
  try {
    await work()
  } finally {
    client.unsafe = unsafe
  }
  return queries
}
