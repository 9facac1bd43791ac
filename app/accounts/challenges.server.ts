/**
 * One-time codes. A challenge is a row, bound to a phone, a purpose and a browser; entered rightly it
 * is a proof, which one command consumes in its own transaction.
 */
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/db/client.server'
import { otpChallenges } from '~/db/schema'

export type Challenge = typeof otpChallenges.$inferSelect
export type Purpose = Challenge['purpose']

/** Seconds between two codes for one phone and purpose. */
export const RESEND_AFTER = 90
/** Wrong tries that a code survives, less one. */
export const MOST_TRIES = 3
/** When a code, or a proof, that is made now ends. */
export const LIFE = sql`now() + interval '5 minutes'`
/** How long the page of an unfinished challenge can still ask for a new code. */
const RESUMABLE = sql`now() - interval '30 minutes'`

const fresh = () => gt(otpChallenges.sent_at, sql`now() - make_interval(secs => ${RESEND_AFTER})`)
const secondsLeft = sql<number>`least(${RESEND_AFTER}, greatest(0, ceil(extract(epoch FROM ${otpChallenges.sent_at} - now()) + ${RESEND_AFTER})))::int`

/** The newest unfinished challenge of a phone, purpose and lane, sent less than 90 s ago. */
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
        fresh(),
      ),
    )
    .orderBy(desc(otpChallenges.sent_at))
    .limit(1)
  return recent ?? null
}

/** This challenge, neither used up nor too old to be resumed. */
const isUnfinished = (challengeId: string) =>
  and(
    eq(otpChallenges.id, challengeId),
    isNull(otpChallenges.consumed_at),
    gt(otpChallenges.sent_at, RESUMABLE),
  )

/** A challenge that can still become a proof, with a new code if need be; null when it is used up or too old. */
export async function findUnfinished(challengeId: string): Promise<Challenge | null> {
  const [row] = await db.select().from(otpChallenges).where(isUnfinished(challengeId))
  return row ?? null
}

/** Uses up a proof, once, in the transaction of what it allows; null when there is none. What it held is forgotten. */
export async function consumeProof(
  tx: Tx,
  challengeId: string,
  purpose: Purpose,
): Promise<{ phone: string; payload: unknown } | null> {
  const [proof] = await tx
    .update(otpChallenges)
    .set({ consumed_at: sql`now()`, demo_code: null })
    .where(
      and(
        eq(otpChallenges.id, challengeId),
        eq(otpChallenges.purpose, purpose),
        isNotNull(otpChallenges.verified_at),
        isNull(otpChallenges.consumed_at),
        gt(otpChallenges.expires_at, sql`now()`),
      ),
    )
    .returning({ phone: otpChallenges.phone_number, payload: otpChallenges.payload })
  if (!proof) return null
  await tx.update(otpChallenges).set({ payload: null }).where(eq(otpChallenges.id, challengeId))
  return proof
}

/** Ends every open code and proof of a phone: what was asked for before a change of the password is good for nothing. */
export async function endChallenges(tx: Tx, phone: string): Promise<void> {
  await tx
    .update(otpChallenges)
    .set({ expires_at: sql`now()`, demo_code: null, payload: null })
    .where(
      and(
        eq(otpChallenges.phone_number, phone),
        isNull(otpChallenges.consumed_at),
        gt(otpChallenges.expires_at, sql`now()`),
      ),
    )
}

export async function findChallenge(challengeId: string): Promise<Challenge | null> {
  const [row] = await db.select().from(otpChallenges).where(eq(otpChallenges.id, challengeId))
  return row ?? null
}

/** What the OTP page shows; null when the challenge is used up, or too old to ask for a new code. */
export async function findOpenChallenge(challengeId: string) {
  const [row] = await db
    .select({
      purpose: otpChallenges.purpose,
      phone: otpChallenges.phone_number,
      demoCode: otpChallenges.demo_code,
      secondsLeft,
      sentAt: otpChallenges.sent_at,
      payload: otpChallenges.payload,
      /** A code can be entered. */
      live: sql<boolean>`${otpChallenges.expires_at} > now() AND (${otpChallenges.attempts} < ${MOST_TRIES} OR ${otpChallenges.verified_at} IS NOT NULL)`,
      verified: sql<boolean>`${otpChallenges.verified_at} IS NOT NULL AND ${otpChallenges.expires_at} > now()`,
    })
    .from(otpChallenges)
    .where(isUnfinished(challengeId))
  return row ?? null
}
