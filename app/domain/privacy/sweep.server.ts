import { sql, type SQL } from 'drizzle-orm'
import { runIfDue } from '~/platform/db/jobs.server'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { longTransaction } from '~/platform/db/time-limit.server'
import { isForgotten, toEnded } from '~/domain/outreach/delivery-queue.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { moveLateDebts } from './sweep/late-debts.server'

/** Rows per statement, so that no statement holds its locks for long. */
const BATCH = 5000
const HOUR_SECONDS = 3600

export interface SweepCounts {
  sessions: number
  devices: number
  codes: number
  limits: number
  clicks: number
  places: number
  signals: number
  departures: number
  destinationSaves: number
  storeNews: number
  offerRates: number
  newsletterRequests: number
  proofs: number
  drafts: number
  answers: number
  deliveries: number
  links: number
  numberChanges: number
}

/** Several processes may run it at once. */
export async function sweep(): Promise<SweepCounts> {
  return {
    sessions: await sweepSessions(),
    // Their sessions have ended. A device stays while a message about safety waits for it.
    devices: await deleteWhere(
      'push_subscriptions',
      sql`session IS NULL AND NOT EXISTS (SELECT FROM deliveries d WHERE d.user_id = push_subscriptions.user_id
            AND d.channel = 'push' AND d.address = push_subscriptions.id::text AND d.state = 'waiting')`,
    ),
    // Deletes the sign-up form that is stored with the code, too.
    codes: await deleteWhere('otp_challenges', sql`sent_at <= now() - interval '1 day'`),
    limits: await deleteWhere('rate_limits', sql`expire <= extract(epoch FROM now()) * 1000`, 'key'),
    clicks: await updateWhere(
      'clicks',
      sql`visitor_hash = ''`,
      sql`created_at <= now() - interval '1 year' AND visitor_hash <> ''`,
    ),
    places: await deleteWhere('sign_up_places', sql`created_at <= now() - interval '7 days'`, 'user_id'),
    signals: await deleteWhere('signals', sql`raised_at <= now() - interval '3 years'`),
    proofs: await deleteWhere(
      'claim_proofs',
      sql`(SELECT ended_at FROM claims WHERE id = claim_id) <= now() - interval '180 days'`,
    ),
    drafts: await deleteWhere(
      'desk_drafts',
      sql`created_at <= now() - CASE WHEN approval_id IS NULL THEN interval '1 day' ELSE interval '8 days' END`,
    ),
    answers: await updateWhere(
      'queued_jobs',
      sql`answer = NULL`,
      sql`answer IS NOT NULL AND created_at <= now() - interval '30 days'`,
    ),
    deliveries: await sweepDeliveries(),
    // A former address may undo a change for 30 days (app/domain/accounts/email-address.server.ts).
    links: await deleteWhere('address_links', sql`expires_at <= now() - interval '30 days'`),
    numberChanges: await deleteWhere('number_changes', sql`ended_at <= now() - interval '400 days'`),
    storeNews: await deleteWhere('store_news', sql`created_at <= now() - interval '7 days'`),
    offerRates: await deleteWhere('offer_rates', sql`until <= now() - interval '30 days'`),
    newsletterRequests: await deleteWhere(
      'newsletter_requests',
      sql`created_at <= now() - interval '2 days'`,
    ),
    destinationSaves: await deleteWhere('destination_saves', sql`saved_at <= now() - interval '400 days'`),
    // The row stays, because transfers of the ledger refer to it.
    departures: await updateWhere(
      'departures',
      sql`phone_hash = NULL, hold_reason = NULL, destination_hashes = NULL`,
      sql`(phone_hash IS NOT NULL OR destination_hashes IS NOT NULL)
          AND (left_at <= now() - interval '3 years'
               OR (left_at <= now() - interval '400 days' AND debt_paise = 0 AND hold_until IS NULL AND NOT EXISTS (
                   SELECT 1 FROM ledger_accounts a
                    WHERE a.user_id = departures.user_id AND a.code = 'user_debt' AND a.debits_paise > a.credits_paise)))`,
    ),
  }
}

const sweepSessions = async () =>
  (await deleteWhere('sessions', sql`expires_at <= now()`, 'token_hash')) +
  (await deleteWhere('desk_sessions', sql`expires_at <= now()`, 'token_hash'))

const sweepDeliveries = async () =>
  (await runInBatches(
    db
      .update(deliveries)
      .set(toEnded('expired', 'older than a day'))
      .where(isInBatch('deliveries', isForgotten))
      .getSQL(),
  )) + (await deleteWhere('deliveries', sql`ended_at <= now() - interval '30 days'`))

const deleteWhere = (table: string, where: SQL, key?: string) =>
  runInBatches(sql`DELETE FROM ${sql.identifier(table)} WHERE ${isInBatch(table, where, key)}`)

const updateWhere = (table: string, set: SQL, where: SQL) =>
  runInBatches(sql`UPDATE ${sql.identifier(table)} SET ${set} WHERE ${isInBatch(table, where)}`)

/** Skips locked rows, which another process is deleting. */
function isInBatch(table: string, where: SQL, key = 'id'): SQL {
  const id = sql.identifier(key)
  return sql`${id} IN (SELECT ${id} FROM ${sql.identifier(table)} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
}

async function runInBatches(statement: SQL): Promise<number> {
  for (let total = 0; ;) {
    const { count } = await longTransaction((tx) => tx.execute(statement))
    total += count
    if (count < BATCH) return total
  }
}

export const sweepTimer = defineTimer({
  name: 'sweep',
  every: 10 * 60,
  does: 'delete what is kept no longer',
  job: { name: 'sweep', seconds: HOUR_SECONDS },
  work: async () => {
    const swept = await runIfDue('sweep', HOUR_SECONDS, sweep)
    if (swept) log('info', 'swept', { ...swept, lateDebts: await moveLateDebts() })
  },
})
