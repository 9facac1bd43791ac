import { limitReads } from '~/platform/db/limited-reads.server'
import { isCancelled } from '~/platform/db/time-limit.server'
import { TOO_MUCH } from './too-much'

const read = limitReads({ connections: 1, statementMs: 5000 })

/** A statement of more than 5 s is refused with the page 'too much' (app/components/desk/error.tsx). */
export async function readAtDesk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await read(work)
  } catch (error) {
    if (!isCancelled(error)) throw error
    throw new Response('too much: narrow it down', { status: TOO_MUCH })
  }
}
