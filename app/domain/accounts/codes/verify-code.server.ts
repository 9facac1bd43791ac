import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import {
  countRight,
  countUnanswered,
  countWrong,
  consumeCodeAttempt,
  type TooMany,
  type RateLimitSubject,
} from '../attempt-limits.server'
import { findChallenge, EXPIRY, MAX_TRIES, type Challenge, type Purpose } from '../challenges.server'
import { hashCode, matchesCode } from './code-hash.server'
import { logFailure, getOtpProvider } from './provider.server'

export type CodeRefusal = Refused<'wrong' | 'ended' | 'unanswered'> | TooMany

export type CodeResult = Done<{ purpose: Purpose; phone: string }> | CodeRefusal

/** Checks and counts in one statement, so that concurrent requests get at most 3 attempts. */
async function reserveAttempt(challengeId: string): Promise<Challenge | null> {
  const [row] = await db
    .update(otpChallenges)
    .set({ attempts: sql`${otpChallenges.attempts} + 1` })
    .where(
      and(
        eq(otpChallenges.id, challengeId),
        lt(otpChallenges.attempts, MAX_TRIES),
        gt(otpChallenges.expires_at, sql`now()`),
        isNull(otpChallenges.consumed_at),
      ),
    )
    .returning()
  return row ?? null
}

export async function verifyCode(
  challengeId: string,
  code: string,
  asker: RateLimitSubject,
): Promise<CodeResult> {
  const challenge = await findChallenge(challengeId)
  if (!challenge) return refused('ended')
  const { purpose, phone_number: phone } = challenge
  // The attempt is reserved first, because an attempt at an ended code must not count for the phone.
  const row = await reserveAttempt(challengeId)
  if (!row) return refused('ended')
  const limit = await consumeCodeAttempt(phone, purpose, asker)
  if (!limit.ok) {
    await refundAttempt(row)
    return limit
  }
  const verdict = await checkCode(row, code)
  if (verdict === 'wrong') {
    await countWrong(phone, purpose, asker)
    return refused('wrong')
  }
  await limit.refund()
  if (verdict === 'unanswered') {
    await Promise.all([refundAttempt(row), countUnanswered(phone)])
    return refused('unanswered')
  }
  if (!(await markVerified(row, code))) return refused('ended')
  if (!row.verified_at) await countRight(purpose, asker)
  return done({ purpose, phone })
}

async function refundAttempt(row: Challenge): Promise<void> {
  await db
    .update(otpChallenges)
    .set({ attempts: sql`greatest(0, ${otpChallenges.attempts} - 1)` })
    .where(and(eq(otpChallenges.id, row.id), isSameCode(row)))
}

const toCodeTarget = (row: Challenge) => ({
  challengeId: row.id,
  purpose: row.purpose,
  phone: row.phone_number,
})

/** 'unanswered': the provider cannot tell. Providers accept a code once, so verified ones are compared here. */
async function checkCode(row: Challenge, code: string): Promise<'right' | 'wrong' | 'unanswered'> {
  const toVerdict = (isRight: boolean) => (isRight ? 'right' : 'wrong')
  if (row.verified_at && row.code_hash) return toVerdict(matchesCode(row.code_hash, toCodeTarget(row), code))
  const provider = getOtpProvider()
  try {
    if (row.provider !== provider.name) throw new Error('sent by another provider')
    return toVerdict(await provider.verify(toCodeTarget(row), row, code))
  } catch (error) {
    logFailure('code not verified', error)
    return 'unanswered'
  }
}

const isSameCode = (row: Challenge) =>
  and(
    sql`${otpChallenges.code_hash} IS NOT DISTINCT FROM ${row.code_hash}`,
    sql`${otpChallenges.provider_reference} IS NOT DISTINCT FROM ${row.provider_reference}`,
  )

async function markVerified(row: Challenge, code: string): Promise<boolean> {
  const marked = await db
    .update(otpChallenges)
    .set({
      verified_at: sql`now()`,
      expires_at: EXPIRY,
      code_hash: hashCode(toCodeTarget(row), code),
      // A client that lost the response to its last attempt may retry.
      attempts: 0,
    })
    .where(
      and(
        eq(otpChallenges.id, row.id),
        isNull(otpChallenges.consumed_at),
        isSameCode(row),
        gt(otpChallenges.expires_at, sql`now()`),
      ),
    )
    .returning({ id: otpChallenges.id })
  return marked.length > 0
}
