/**
 * Ends a step at one of its exchanges with the database: before a statement, whose connection is then ended by PostgreSQL, or
 * after a commit that nobody hears of. What the step asks later is refused when its process is gone.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseAway } from '~/db/client.server'

/** What breaks: one connection, the process of the step, or PostgreSQL as a whole. */
export type Broken = 'connection' | 'process' | 'database'

export interface Cut {
  /** How many exchanges go well before it; a step with fewer is not cut. */
  after: number
  broken: Broken
}

type Query = PromiseLike<unknown> & { values(): unknown }
type Unsafe = (query: string, ...rest: unknown[]) => Query
interface Client {
  unsafe: Unsafe
  begin(work: (tx: Client) => unknown): Promise<unknown>
}

class Lost extends Error {
  readonly code = 'CONNECTION_CLOSED'
}

/** A cut that may come in a step that is running. */
class Pending {
  hasCome = false
  constructor(private readonly cut: Cut) {}

  /** At each exchange: whether it is the one. */
  isDue(): boolean {
    if (this.hasCome) return false
    this.hasCome = this.cut.after-- === 0
    return this.hasCome
  }

  /** Whether nothing that the step asks is answered any more. */
  get isDead(): boolean {
    return this.hasCome && this.cut.broken !== 'connection'
  }

  /** Ends the connection of a transaction, before its next statement, or all of PostgreSQL. */
  async end(ofTx: Unsafe): Promise<void> {
    if (this.cut.broken === 'database' && crash) return crash()
    const [row] = (await ofTx('SELECT pg_backend_pid() AS pid')) as { pid: number }[]
    await ofPool(`SELECT pg_terminate_backend(${row!.pid}, 10000)`)
  }

  /** The same where no transaction is open. */
  async endIdle(): Promise<void> {
    if (this.cut.broken === 'database') await crash?.()
  }
}

let crash: (() => Promise<void>) | null = null

/** How PostgreSQL is stopped at once and started again; null: a database that others use as well, which goes on. */
export function crashBy(stop: (() => Promise<void>) | null): void {
  crash = stop
}

let isOn = false

/** Whether steps are cut short in this process; otherwise they happen as a whole. */
export function cutSteps(on: boolean): void {
  isOn = on
}

const current = new AsyncLocalStorage<Pending>()

const { client } = (globalThis as unknown as { __database: { client: Client } }).__database
const ofPool = client.unsafe.bind(client)
const begin = client.begin.bind(client)

/** A query that fails. */
function failing(work: () => Promise<unknown>): Query {
  const failed = work().then(() => {
    throw new Lost('the connection was ended')
  })
  // Some are looked at only after others.
  failed.catch(() => {})
  return Object.assign(failed, { values: () => failed })
}

client.unsafe = (query, ...rest) => {
  const cut = current.getStore()
  // The driver's own, of client.begin() below.
  if (!cut || query.startsWith('begin ')) return ofPool(query, ...rest)
  if (cut.isDead) return failing(() => Promise.resolve())
  if (cut.isDue()) return failing(() => cut.endIdle())
  if (cut.isDue()) return failing(() => Promise.resolve(ofPool(query, ...rest)).then(() => cut.endIdle()))
  return ofPool(query, ...rest)
}

client.begin = async (work) => {
  const cut = current.getStore()
  if (!cut) return begin(work)
  if (cut.isDead) throw new Lost('the connection was ended')
  const result = await begin((tx) => {
    const ofTx = tx.unsafe.bind(tx)
    tx.unsafe = (query, ...rest) => {
      if (!cut.isDue()) return ofTx(query, ...rest)
      return failing(async () => {
        await cut.end(ofTx)
        await ofTx(query, ...rest)
      })
    }
    return work(tx)
  })
  if (!cut.isDue()) return result
  await cut.endIdle()
  throw new Lost('committed, and the answer was lost')
}

/** Runs a step that may be cut; gives its answer, or null where it was cut. */
export async function cutShort(cut: Cut, step: () => Promise<string>): Promise<string | null> {
  if (!isOn) return step()
  const pending = new Pending({ ...cut })
  try {
    const said = await current.run(pending, step)
    return pending.hasCome ? null : said
  } catch (error) {
    if (pending.hasCome && isDatabaseAway(error)) return null
    throw error
  }
}

/** Asks again while the database is on its way back. */
export async function whenThere<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await ask()
    } catch (error) {
      if (attempt === 20 || !isDatabaseAway(error)) throw error
    }
}
