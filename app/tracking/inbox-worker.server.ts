import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { logLeft } from './apply-queue.server'
import { applyDue } from './postbacks.server'

/** In seconds. Workers of several processes skip each other's rows (SKIP LOCKED). */
const EVERY = 2

export const startInboxWorker = (every = EVERY): Schedule =>
  schedule('inbox', every, (stopping) => applyDue(logLeft, stopping))

/**
 * Reopens reports that an older process stored during an upgrade and could not apply, because the database refuses
 * its transfers (drizzle/upgrade/0047). Returns their number.
 */
export async function reopenRefused(): Promise<number> {
  const rows = await db.execute(sql`
    UPDATE postback_inbox
       SET attempts = 0, outcome = NULL, reason = NULL, processed_at = NULL, next_attempt_at = now()
     WHERE outcome = 'quarantined' AND reason = 'failed' AND resolved_at IS NULL
       AND error LIKE '% 23502 %' AND received_at > now() - interval '2 days'
    RETURNING id`)
  return rows.length
}

export const startReopening = (every = 60): Schedule => schedule('reopen', every, reopenRefused)
