/** Reads that a page can stand without. */
import { errorFacts, log } from '~/log.server'

/** How long a page waits for such a part, in ms. */
const PATIENCE = 8000

/** What `work` gives; null where it fails or takes too long, and then the log says so. Responses are thrown on. */
export async function attempt<Value>(work: Promise<Value>, part: string): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), PATIENCE)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    if (error instanceof Response) throw error
    log('error', 'part of a page failed', { part, ...errorFacts(error) })
    return null
  } finally {
    clearTimeout(timer)
  }
}
