import { sql } from 'drizzle-orm'
import { runIfDue } from '~/db/jobs.server'
import { longTransaction } from '~/db/time-limit.server'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { moveLateDebts } from './late-debts.server'

/** Rows per statement, so that no statement holds its locks for long. */
const BATCH = 5000
const HOUR_SECONDS = 3600

export interface Swept {
  sessions: number
  codes: number
  limits: number
  clicks: number
  places: number
  signals: number
  departures: number
  storeNews: number
  newsletterRequests: number
  proofs: number
  drafts: number
  answers: number
  deliveries: number
  links: number
  numberChanges: number
}

/** Safe to run at any time and in several processes at once. */
export async function sweep(): Promise<Swept> {
  return {
    sessions: (await deleteSessions('sessions')) + (await deleteSessions('desk_sessions')),
    // Also deletes the sign-up form data stored with the code.
    codes: await inBatches(
      sql`DELETE FROM otp_challenges WHERE id IN (
            SELECT id FROM otp_challenges WHERE sent_at <= now() - interval '1 day' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    limits: await inBatches(
      sql`DELETE FROM rate_limits WHERE key IN (
            SELECT key FROM rate_limits WHERE expire <= extract(epoch FROM now()) * 1000 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    clicks: await inBatches(
      sql`UPDATE clicks SET visitor_hash = '' WHERE id IN (
            SELECT id FROM clicks WHERE created_at <= now() - interval '1 year' AND visitor_hash <> '' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    places: await inBatches(
      sql`DELETE FROM sign_up_places WHERE user_id IN (
            SELECT user_id FROM sign_up_places WHERE created_at <= now() - interval '7 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    signals: await inBatches(
      sql`DELETE FROM signals WHERE id IN (
            SELECT id FROM signals WHERE raised_at <= now() - interval '3 years' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    proofs: await inBatches(
      sql`DELETE FROM claim_proofs WHERE id IN (
            SELECT p.id FROM claim_proofs p JOIN claims l ON l.id = p.claim_id
             WHERE l.ended_at <= now() - interval '180 days' LIMIT ${BATCH} FOR UPDATE OF p SKIP LOCKED)`,
    ),
    drafts: await inBatches(
      sql`DELETE FROM desk_drafts WHERE id IN (
            SELECT id FROM desk_drafts
             WHERE created_at <= now() - CASE WHEN approval_id IS NULL THEN interval '1 day' ELSE interval '8 days' END
             LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    answers: await inBatches(
      sql`UPDATE queued_jobs SET answer = NULL WHERE id IN (
            SELECT id FROM queued_jobs
             WHERE answer IS NOT NULL AND created_at <= now() - interval '30 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    deliveries:
      (await inBatches(
        sql`UPDATE deliveries SET state = 'expired', answer = 'older than a day', content = NULL, leased_until = NULL, ended_at = now(),
                   address = CASE WHEN user_id IS NOT NULL THEN address END
             WHERE id IN (
              SELECT id FROM deliveries WHERE state = 'waiting' AND created_at <= now() - interval '1 day'
                 AND (leased_until IS NULL OR leased_until <= now()) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      )) +
      (await inBatches(
        sql`DELETE FROM deliveries WHERE id IN (
              SELECT id FROM deliveries WHERE ended_at <= now() - interval '30 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      )),
    // A used link that undid a change counts for 30 days (accounts/address/confirm-address.server.ts).
    links: await inBatches(
      sql`DELETE FROM address_links WHERE id IN (
            SELECT id FROM address_links WHERE expires_at <= now() - interval '30 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    numberChanges: await inBatches(
      sql`DELETE FROM number_changes WHERE id IN (
            SELECT id FROM number_changes WHERE ended_at <= now() - interval '400 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    storeNews: await inBatches(
      sql`DELETE FROM store_news WHERE id IN (
            SELECT id FROM store_news WHERE created_at <= now() - interval '7 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    newsletterRequests: await inBatches(
      sql`DELETE FROM newsletter_requests WHERE id IN (
            SELECT id FROM newsletter_requests WHERE created_at <= now() - interval '2 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    // The row is kept because ledger transfers refer to it.
    departures: await inBatches(
      sql`UPDATE departures SET phone_hash = NULL, hold_reason = NULL WHERE id IN (
            SELECT id FROM departures d
             WHERE phone_hash IS NOT NULL
               AND (left_at <= now() - interval '3 years'
                    OR (left_at <= now() - interval '400 days' AND debt_paise = 0 AND hold_until IS NULL AND NOT EXISTS (
                        SELECT 1 FROM ledger_accounts a
                         WHERE a.user_id = d.user_id AND a.code = 'user_debt' AND a.debits_paise > a.credits_paise)))
             LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
  }
}

const deleteSessions = (of: 'sessions' | 'desk_sessions') =>
  inBatches(
    sql`DELETE FROM ${sql.identifier(of)} WHERE token_hash IN (
          SELECT token_hash FROM ${sql.identifier(of)}
           WHERE expires_at <= now() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  )

async function inBatches(statement: ReturnType<typeof sql>): Promise<number> {
  for (let total = 0; ;) {
    const { count } = await longTransaction((tx) => tx.execute(statement))
    total += count
    if (count < BATCH) return total
  }
}

/** Runs once an hour across all processes. `every`: how often this process checks, in seconds. */
export const startSweep = (every = 10 * 60): Schedule =>
  schedule('sweep', every, async () => {
    const swept = await runIfDue('sweep', HOUR_SECONDS, sweep)
    if (swept) log('info', 'swept', { ...swept, lateDebts: await moveLateDebts() })
  })
