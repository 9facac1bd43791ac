import '~/platform/db/client.server'

/** A statement of the driver, which sends it at the first then(). */
interface Statement {
  then: Promise<unknown>['then']
}
interface Client {
  unsafe: (this: void, query: string, ...rest: unknown[]) => Statement
  begin: (this: void, work: unknown) => Promise<unknown>
}

/**
 * How often `work` waits for the database, and the statements of each time. All statements that it sends without an answer to
 * one of them are one round trip: they are held back until it sends no more, and all are answered before it goes on.
 */
export async function collectRoundTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const { client } = (globalThis as unknown as { __database: { client: Client } }).__database
  const { unsafe, begin } = client
  const trips: string[][] = []
  let held: (() => Promise<() => void>)[] = []

  function hold(query: string, ...rest: unknown[]): Statement {
    const statement = unsafe(query, ...rest)
    const send = statement.then.bind(statement)
    // oxlint-disable-next-line unicorn/no-thenable -- it is one, and its first then() is what sends it
    statement.then = (done, failed) =>
      new Promise((resolve, reject) => {
        if (!held.length) {
          trips.push([])
          setImmediate(() => void answerAll())
        }
        trips.at(-1)!.push(query)
        held.push(() =>
          send(
            (value) => () => resolve(value),
            (error: Error) => () => reject(error),
          ),
        )
        // oxlint-disable-next-line promise/no-callback-in-promise -- they are the arguments of then()
      }).then(done, failed)
    return statement
  }

  async function answerAll(): Promise<void> {
    const sent = held
    held = []
    for (const answer of await Promise.all(sent.map((send) => send()))) answer()
  }

  client.unsafe = hold
  client.begin = () => Promise.reject(new Error('a transaction is more than one round trip'))
  try {
    await work()
  } finally {
    client.unsafe = unsafe
    client.begin = begin
  }
  return trips
}
