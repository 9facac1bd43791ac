import { errorFacts, log } from '~/runtime/log.server'

const PATIENCE = 8000

/** Null when `work` fails or takes too long, which is logged. Responses are rethrown. */
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
