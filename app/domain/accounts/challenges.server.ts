/** A challenge is bound to phone, purpose and browser. A verified one is a proof, which can be consumed once. */
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'

export type Challenge = typeof otpChallenges.$inferSelect
export type Purpose = Challenge['purpose']

/** Seconds between two codes for one phone and purpose. */
const RESEND_AFTER = 90
export const MAX_TRIES = 3
export const EXPIRY = sql`now() + interval '5 minutes'`
const RESUMABLE_SINCE = sql`now() - interval '30 minutes'`

const isRecent = () => gt(otpChallenges.sent_at, sql`now() - make_interval(secs => ${RESEND_AFTER})`)
const secondsLeft = sql<number>`least(${RESEND_AFTER}, greatest(0, ceil(extract(epoch FROM ${otpChallenges.sent_at} - now()) + ${RESEND_AFTER})))::int`

export async function findRecent(reader: Reader, purpose: Purpose, phone: string, lane: string) {
  const [recent] = await reader
    .select({ id: otpChallenges.id, seconds: secondsLeft, sentAt: otpChallenges.sent_at })
    .from(otpChallenges)
    .where(
      and(
        eq(otpChallenges.phone_number, phone),
        eq(otpChallenges.purpose, purpose),
        eq(otpChallenges.lane, lane),
        isNull(otpChallenges.consumed_at),
        isRecent(),
      ),
    )
    .orderBy(desc(otpChallenges.sent_at))
    .limit(1)
  return recent ?? null
}

const isUnfinished = (challengeId: string) =>
  and(
    eq(otpChallenges.id, challengeId),
    isNull(otpChallenges.consumed_at),
    gt(otpChallenges.sent_at, RESUMABLE_SINCE),
  )

export async function findUnfinished(challengeId: string): Promise<Challenge | null> {
  const [row] = await db.select().from(otpChallenges).where(isUnfinished(challengeId))
  return row ?? null
}

export async function findChallenge(challengeId: string): Promise<Challenge | null> {
  const [row] = await db.select().from(otpChallenges).where(eq(otpChallenges.id, challengeId))
  return row ?? null
}

/** The code to the new number of a member who lost theirs is entered only on the page of its link. */
export const isForDialog = ({ purpose }: { purpose: Purpose }): boolean => purpose !== 'lost-number'

export async function findOpenChallenge(challengeId: string) {
  const [row] = await db
    .select({
      purpose: otpChallenges.purpose,
      phone: otpChallenges.phone_number,
      demoCode: otpChallenges.demo_code,
      secondsLeft,
      sentAt: otpChallenges.sent_at,
      payload: otpChallenges.payload,
      live: sql<boolean>`${otpChallenges.expires_at} > now() AND (${otpChallenges.attempts} < ${MAX_TRIES} OR ${otpChallenges.verified_at} IS NOT NULL)`,
      verified: sql<boolean>`${otpChallenges.verified_at} IS NOT NULL AND ${otpChallenges.expires_at} > now()`,
    })
    .from(otpChallenges)
    .where(isUnfinished(challengeId))
  return row ?? null
}
