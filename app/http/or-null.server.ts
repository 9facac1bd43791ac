import { errorFacts, log } from '~/platform/log.server'
import { withTimeout } from '~/platform/with-timeout'

const TIMEOUT_MS = 8000

/** Not for writes: they may succeed after the time limit. Failures are logged and give null; responses are rethrown. */
export async function readOrNull<Value>(work: Promise<Value>, part: string): Promise<Value | null> {
  const inTime = withTimeout(work, TIMEOUT_MS, () => {
    throw new Error('too late')
  })
  return tryPart(inTime, part)
}

export async function tryPart<Value>(work: Promise<Value>, part: string): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Response) throw error
    log('error', 'part of a page failed', { part, ...errorFacts(error) })
    return null
  }
}
