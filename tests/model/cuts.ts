// Interrupts a step at one of its exchanges with the database: before a statement, when PostgreSQL ends the connection,
// or after a commit whose response is lost. Later queries of a dead process are refused.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseAway } from '~/platform/db/client.server'

export type Broken = 'connection' | 'process' | 'database'

export interface Cut {
  /** Number of successful exchanges before the cut; a step with fewer is not cut. */
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

class Pending {
  hasCome = false
  constructor(private readonly cut: Cut) {}

  isDue(): boolean {
    if (this.hasCome) return false
    this.hasCome = this.cut.after-- === 0
    return this.hasCome
  }

  /** True if all further queries of the step fail. */
  get isDead(): boolean {
    return this.hasCome && this.cut.broken !== 'connection'
  }

  /** Terminates the connection before the transaction's next statement, or crashes PostgreSQL. */
  async end(ofTx: Unsafe): Promise<void> {
    if (this.cut.broken === 'database' && crash) return crash()
    const [row] = (await ofTx('SELECT pg_backend_pid() AS pid')) as { pid: number }[]
    await ofPool(`SELECT pg_terminate_backend(${row!.pid}, 10000)`)
  }

  /** Without an open transaction only a crash applies. */
  async endIdle(): Promise<void> {
    if (this.cut.broken === 'database') await crash?.()
  }
}

let crash: (() => Promise<void>) | null = null

/** Sets how PostgreSQL is crashed and restarted; null: it is shared and keeps running. */
export function crashBy(stop: (() => Promise<void>) | null): void {
  crash = stop
}

let isOn = false

export function cutSteps(on: boolean): void {
  isOn = on
}

const current = new AsyncLocalStorage<Pending>()

const { client } = (globalThis as unknown as { __database: { client: Client } }).__database
const ofPool = client.unsafe.bind(client)
const begin = client.begin.bind(client)

function failing(work: () => Promise<unknown>): Query {
  const failed = work().then(() => {
    throw new Lost('the connection was ended')
  })
  // Some failures are awaited only after others; this prevents unhandled rejections.
  failed.catch(() => {})
  return Object.assign(failed, { values: () => failed })
}

client.unsafe = (query, ...rest) => {
  const cut = current.getStore()
  // `begin` of client.begin() is handled below.
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

/** Null: the step was cut. */
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

/** Retries while the database is unavailable. */
export async function whenThere<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await ask()
    } catch (error) {
      if (attempt === 20 || !isDatabaseAway(error)) throw error
    }
}
