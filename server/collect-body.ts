/** Reads the whole body of a request before it takes a place in any queue, so that a client that never ends it keeps nobody waiting. */
import { SMALL_BODY } from '~/platform/config/body-limits'
import { errorFacts, log } from '~/platform/log.server'

/** Bytes a second that a body must bring on average after the grace. */
const LEAST_RATE = 1024
const GRACE_MS = 5_000
/** Bytes of all bodies above SMALL_BODY that a process holds at once: files, and forms of the desk with files. */
const MOST_HELD = 256 * 1024 * 1024

export type Collected = { request: Request; release: () => void } | { refused: 408 | 413 | 503 }

export type CollectBody = (request: Request, limit: number) => Promise<Collected>

/** `limit`: bytes. Rejects if the client leaves. What is collected counts until `release`. */
export function createBodyCollector({
  leastRate = LEAST_RATE,
  graceMs = GRACE_MS,
  mostHeld = MOST_HELD,
} = {}): CollectBody {
  let held = 0

  return async (request, limit) => {
    if (!request.body) return { request, release: () => {} }
    const reader = request.body.getReader()
    const chunks: Uint8Array[] = []
    let size = 0
    let refused: 408 | 413 | 503 | undefined
    const count = () => (size > SMALL_BODY ? size : 0)
    const release = () => {
      held -= count()
      size = 0
    }
    const refuse = (status: typeof refused) => {
      refused = status
      // Without a cancelled reader the read that waits would never end.
      reader.cancel().catch((error: unknown) => log('warn', 'body not cancelled', errorFacts(error)))
    }
    const begun = performance.now()
    const watch = setInterval(() => {
      const late = performance.now() - begun - graceMs
      if (late > 0 && size < (late / 1000) * leastRate) refuse(408)
    }, graceMs / 5)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (refused) break
        if (done) {
          const init: RequestInit = { body: Buffer.concat(chunks) }
          return { request: new Request(request, init), release }
        }
        held -= count()
        size += value.byteLength
        held += count()
        chunks.push(value)
        if (size > limit) refuse(413)
        else if (held > mostHeld) refuse(503)
        if (refused) break
      }
      release()
      return { refused: refused! }
    } catch (error) {
      release()
      throw error
    } finally {
      clearInterval(watch)
    }
  }
}
