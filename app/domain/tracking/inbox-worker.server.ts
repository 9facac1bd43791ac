import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { defineTimer } from '~/platform/timers.server'
import { logLeft } from './apply-queue.server'
import { applyDue } from './inbox.server'

const EVERY_SECONDS = 2

export const inboxTimer = defineTimer({
  name: 'inbox',
  every: EVERY_SECONDS,
  does: 'apply reports of networks',
  work: (stopping) => applyDue(logLeft, stopping),
})

/** Reopens reports of an older process, which the database refused during an upgrade (drizzle/upgrade/0047). */
export async function reopenRefused(): Promise<number> {
  const rows = await db.execute(sql`
    UPDATE postback_inbox
       SET attempts = 0, outcome = NULL, reason = NULL, processed_at = NULL, next_attempt_at = now()
     WHERE outcome = 'quarantined' AND reason = 'failed' AND resolved_at IS NULL
       AND error LIKE '% 23502 %' AND received_at > now() - interval '2 days'
    RETURNING id`)
  return rows.length
}

export const reopeningTimer = defineTimer({
  name: 'reopen',
  every: 60,
  does: 'apply again what the database refused during an upgrade',
  work: reopenRefused,
})
