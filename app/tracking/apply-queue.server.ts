/**
 * Applies a report in the request that brought it, a few at the same time in each process. In a burst the others wait
 * here instead of for the database's connections, and their senders are answered as soon as the report is stored.
 */
import { errorFacts, log } from '~/log.server'
import { storePostback, tryToApply } from './postbacks.server'
import type { Postback } from './inbox-order.server'

/** Less than half of the connections of a process (DATABASE_POOL); the two cores of a small server are busy with these. */
const AT_ONCE = 4

/** Bounds the memory of the queue; further reports are left to the inbox worker, to which a report is due after 10 s. */
const MOST_WAITING = 1_000

const waiting: number[] = []
const running = new Set<Promise<unknown>>()

export const logLeft = (error: unknown) => log('error', 'postback left in the inbox', errorFacts(error))

/**
 * Stores a postback and applies it. Resolves when it is applied, or as soon as it is stored where others are before it.
 * Throws only when it was not stored.
 */
export async function acceptPostback(postback: Postback): Promise<void> {
  const id = await storePostback(postback)
  if (running.size < AT_ONCE) await apply(id)
  else if (waiting.length < MOST_WAITING) waiting.push(id)
}

/** Applies a report, and begins the next one that waits. */
async function apply(id: number): Promise<void> {
  const job = tryToApply(id, logLeft, { wait: true })
  running.add(job)
  await job
  running.delete(job)
  const next = waiting.shift()
  if (next !== undefined) void apply(next)
}

/** Waits for what is being applied; the inbox worker of another process, or of the next start, takes what waits. */
export async function stopApplying(): Promise<void> {
  waiting.length = 0
  await Promise.all(running)
}
