/** Applies reports within the request. In a burst, further ones wait here instead of holding database connections. */
import { errorFacts, log } from '~/platform/log.server'
import type { Postback } from './inbox-row.server'
import { storePostback, tryToApply } from './inbox.server'

/** Less than half of a process's connections (DATABASE_POOL). */
const AT_ONCE = 4

const MOST_WAITING = 1_000

const waiting: number[] = []
const running = new Set<Promise<unknown>>()

export const logLeft = (error: unknown) => log('error', 'postback left in the inbox', errorFacts(error))

/** Throws only if the postback was not stored. If others wait, resolves as soon as it is stored. */
export async function enqueuePostback(postback: Postback): Promise<void> {
  const id = await storePostback(postback)
  if (running.size < AT_ONCE) await apply(id)
  else if (waiting.length < MOST_WAITING) waiting.push(id)
}

async function apply(id: number): Promise<void> {
  const job = tryToApply(id, logLeft, { wait: true })
  running.add(job)
  await job
  running.delete(job)
  const next = waiting.shift()
  if (next !== undefined) void apply(next)
}

/** Queued reports are dropped, because the inbox worker applies them. */
export async function stopApplying(): Promise<void> {
  waiting.length = 0
  await Promise.all(running)
}
