/** send() a code, verify() what was typed, consume() the proof once, in the transaction it authorizes. */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { count } from '~/platform/counters'
import { type Tx, db } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { type Done, type Refused, done, refused } from '~/platform/outcome'
import {
  consumeAddressSend,
  type RateLimitSubject,
  consumePhoneSend,
  consumeTestCode,
} from './attempt-limits.server'
import { type Purpose, findRecent, findUnfinished, EXPIRY, type Challenge } from './challenges.server'
import {
  isCounted,
  sendCode,
  type CodeRequest,
  type SendRefusal,
  deliverCode,
  expireOthers,
  lockPhone,
} from './codes/send-code.server'
import { verifyCode, type CodeRefusal, type CodeResult } from './codes/verify-code.server'
import { getOtpProvider } from './codes/provider.server'

/** `prepare` may reveal accounts: its refusal stays counted. Refunds only a code certainly not sent. */
export async function sendPreparedCode<Refusal extends Refused<string>>(
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

/** `known`: when the last code known to this browser was sent. A newer code means that this request is a retry. */
export async function resendCode(
  challengeId: string,
  asker: RateLimitSubject,
  known: Date | null = null,
): Promise<Done<{ challengeId: string; sent: boolean }> | SendRefusal | Refused<'ended'>> {
  const row = await findUnfinished(challengeId)
  if (!row) return refused('ended')
  const { purpose, phone_number: phone, lane } = row
  const early = await findRecent(db, purpose, phone, lane)
  if (early) return answerEarly(early, challengeId, known)
  const fromHere = await consumeAddressSend(asker)
  if (!fromHere.ok) return fromHere
  const toPhone = await consumePhoneSend(phone, purpose, asker)
  if (!toPhone.ok) return toPhone
  const renewed = await db.transaction((tx) => renewChallenge(tx, row, known))
  const result = renewed.ok && renewed.sent ? await deliverCode(challengeId, purpose, phone) : renewed
  if (!result.ok && result.reason === 'notSent') await withdrawCode(row)
  if (!isCounted(result)) await Promise.all([fromHere.refund(), toPhone.refund()])
  return result
}

const answerEarly = (
  recent: { id: string; seconds: number; sentAt: Date },
  challengeId: string,
  known: Date | null,
) =>
  recent.id === challengeId && known && recent.sentAt > known
    ? done({ challengeId, sent: false })
    : refused('wait', { seconds: recent.seconds })

async function withdrawCode({ id, sent_at }: Challenge): Promise<void> {
  await db
    .update(otpChallenges)
    .set({ sent_at, expires_at: sql`now()` })
    .where(and(eq(otpChallenges.id, id), isNull(otpChallenges.consumed_at)))
}

async function renewChallenge(
  tx: Tx,
  { id, purpose, phone_number: phone, lane }: Challenge,
  known: Date | null,
) {
  await lockPhone(tx, phone)
  const recent = await findRecent(tx, purpose, phone, lane)
  if (recent) return answerEarly(recent, id, known)
  await expireOthers(tx, { purpose, phone, lane }, id)
  const [renewed] = await tx
    .update(otpChallenges)
    .set({
      sent_at: sql`now()`,
      expires_at: EXPIRY,
      attempts: 0,
      code_hash: null,
      demo_code: null,
      provider_reference: null,
      verified_at: null,
    })
    .where(and(eq(otpChallenges.id, id), isNull(otpChallenges.consumed_at)))
    .returning({ id: otpChallenges.id })
  return renewed ? done({ challengeId: id, sent: true }) : refused('ended')
}

/** Nobody can sign in with the code. Limit: five an hour for all numbers. `mayHaveSent` false: certainly not sent. */
export async function sendTestCode(phone: string) {
  const provider = getOtpProvider()
  if (provider.name === 'demo') return refused('demo')
  const count = await consumeTestCode()
  if (!count.ok) return count
  try {
    const sent = await provider.send({ challengeId: randomUUID(), purpose: 'sign-in', phone })
    if (sent.demo_code !== null) return refused('demo')
    return done({ provider: provider.name, reference: sent.provider_reference })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return refused('provider', { provider: provider.name, kind: error.kind, mayHaveSent: error.mayHaveActed })
  }
}
