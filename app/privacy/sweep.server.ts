/**
 * Deletes data whose retention period is over: ended sign-ins, codes and counts; networks of sign-ups after a week, browsers
 * of clicks after a year, fraud signals and phone hashes of deleted accounts after three.
 */
import { sql } from 'drizzle-orm'
import { takeTurn } from '~/db/turns.server'
import { db } from '~/db/client.server'
import { log } from '~/log.server'
import { schedule, type Schedule } from '~/schedule.server'
import { moveLateDebts } from './departures.server'

/** Rows that one statement touches: none holds its locks for long. */
const BATCH = 5000
const HOUR = 3600

/** How many rows were cleared away. */
export interface Swept {
  sessions: number
  codes: number
  limits: number
  clicks: number
  places: number
  signals: number
  departures: number
}

/** Clears away what has ended by now. Safe at any time and in several processes at once. */
export async function sweep(): Promise<Swept> {
  return {
    sessions: await inBatches(
      sql`DELETE FROM sessions WHERE token_hash IN (
            SELECT token_hash FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
    // A day after it was sent a code is over whatever became of it; what was typed at sign-up goes with it.
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
    // The row stays, because transfers refer to it.
    departures: await inBatches(
      sql`UPDATE departures SET phone_hash = NULL, hold_reason = NULL WHERE id IN (
            SELECT id FROM departures WHERE left_at <= now() - interval '3 years' AND phone_hash IS NOT NULL LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    ),
  }
}

async function inBatches(statement: ReturnType<typeof sql>): Promise<number> {
  for (let total = 0; ;) {
    const { count } = await db.execute(statement)
    total += count
    if (count < BATCH) return total
  }
}

/** Starts the sweep of this process: once an hour one of all processes does it. */
export const startSweep = (every = 10 * 60): Schedule =>
  schedule('sweep', every, async () => {
    const swept = await takeTurn('sweep', HOUR, sweep)
    if (swept) log('info', 'swept', { ...swept, lateDebts: await moveLateDebts() })
  })
