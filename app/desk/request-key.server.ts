/** A form's request key: sent twice, it is one change and one answer. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { operatorLog } from '~/platform/db/schema/operations'
import { blindIndex } from '~/platform/db/seal.server'
import { RefusalError } from './refusal'

type Line = typeof operatorLog.$inferSelect

/** The key as it is stored; of this person alone. */
export const toRequestKey = (by: string, key: string): string =>
  blindIndex(`request:${JSON.stringify([by, key])}`)

/** The line that the key already has: done, or not ended. */
export class RepeatedRequestError extends RefusalError {
  constructor(readonly line: Line) {
    super(`This was sent before: entry ${line.id} of the log says what became of it.`)
  }
}

/** Throws RepeatedRequestError. Others with the same key wait until the transaction ends. */
export async function refuseRepeated(requestKey: string, tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${requestKey}, 0))`)
  const line = await findRequest(requestKey, tx)
  if (line) throw new RepeatedRequestError(line)
}

/** A refused request, or a change that failed, changed nothing: its key may be used again. A job that failed may be done in part. */
async function findRequest(requestKey: string, reader: Reader = db): Promise<Line | undefined> {
  const [line] = await reader
    .select()
    .from(operatorLog)
    .where(
      and(
        eq(operatorLog.request_key, requestKey),
        or(
          isNull(operatorLog.outcome),
          inArray(operatorLog.outcome, ['done', 'partly']),
          sql`${operatorLog.outcome} = 'failed' AND EXISTS (SELECT FROM queued_jobs WHERE log_id = ${operatorLog.id})`,
        ),
      ),
    )
  return line
}

const INTERRUPTED_MS = 10 * 60_000

/** After ten minutes the process has probably ended (server/overload.ts); else the key prevents a repeat. */
export const isInterrupted = ({ outcome, started_at }: Line): boolean =>
  outcome === null && started_at.getTime() < Date.now() - INTERRUPTED_MS

const PATIENCE = 5000

/** Its line when it has ended, or as it is after `patience`; null: it was refused or has failed. */
export async function awaitRequest(requestKey: string, patience = PATIENCE): Promise<Line | null> {
  for (const until = Date.now() + patience; ;) {
    const line = await findRequest(requestKey)
    if (!line) return null
    if (line.outcome !== null || isInterrupted(line) || Date.now() >= until) return line
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
