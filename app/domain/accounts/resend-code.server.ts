import { and, eq, isNull, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { consumeAddressSend, consumePhoneSend } from './attempt-limits.server'
import type { RateLimitSubject } from './attempt-rules.server'
import { findRecent, findUnfinished, EXPIRY, type Challenge } from './challenges.server'
import { deliverCode, expireOthers, isCounted, lockPhone, type SendRefusal } from './codes/send-code.server'

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
