/** send() a code, verify() what was typed, consume() the proof once, in the transaction it authorizes. */
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import type { Done, Refused } from '~/platform/outcome'
import { count } from '~/platform/counters'
import { consumeAddressSend } from './attempt-limits.server'
import type { RateLimitSubject } from './attempt-rules.server'
import type { Purpose } from './challenges.server'
import { isCounted, sendCode, type CodeRequest, type SendRefusal } from './codes/send-code.server'
import { verifyCode, type CodeRefusal, type CodeResult } from './codes/verify-code.server'

/** `prepare` may reveal accounts: its refusal stays counted. Refunds only a code certainly not sent. */
export async function send<Refusal extends Refused<string>>(
  request: Omit<CodeRequest, 'payload'>,
  prepare: () => Promise<Done<{ payload?: unknown }> | Refusal>,
): Promise<Done<{ challengeId: string; sent: boolean }> | SendRefusal | Refusal> {
  const attempt = await consumeAddressSend(request.asker)
  if (!attempt.ok) return attempt
  const prepared = await prepare()
  if (!prepared.ok) return prepared
  const result = await sendCode({ ...request, payload: prepared.payload })
  if (!isCounted(result)) await attempt.refund()
  return result
}

const OUTCOMES: Record<CodeRefusal['reason'], string> = {
  wrong: 'wrong',
  ended: 'ended',
  unanswered: 'unanswered',
  tooMany: 'refused',
  failed: 'refused',
}

/** A right code makes the challenge a proof for 5 minutes; the third wrong one ends it. */
export async function verify(
  challengeId: string,
  code: string,
  asker: RateLimitSubject,
): Promise<CodeResult> {
  const verified = await verifyCode(challengeId, code, asker)
  count('dealdwaar_otp_verified_total', { outcome: verified.ok ? 'right' : OUTCOMES[verified.reason] })
  return verified
}

/** Consumes the proof and erases its payload. Null: there is none. */
export async function consume(
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

/** Call when the password changes: earlier codes and proofs must not work after it. */
export async function expire(tx: Tx, phone: string): Promise<void> {
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
