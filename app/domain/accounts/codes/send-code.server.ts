import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { count } from '~/platform/counters'
import { consumePhoneSend, type TooMany, type RateLimitSubject } from '../attempt-limits.server'
import { findRecent, EXPIRY, type Purpose } from '../challenges.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { logFailure, getOtpProvider } from './provider.server'

const LOCK_SPACE = 0x07b

export interface CodeRequest {
  purpose: Purpose
  phone: string
  payload?: unknown
  challengeId: string | null
  /** A UUID of the form: sending it twice makes one challenge, even before there is a cookie. */
  requestKey: string | null
  asker: RateLimitSubject
}

/** Known browsers and strangers neither end nor delay each other's codes. */
const getBrowserScope = ({ known }: RateLimitSubject) => known ?? ''

/** `counted`: the message may have been sent, so it counts against the limits. */
type DeliveryFailure = Refused<'notSent', { counted: boolean }>

export type SendRefusal = Refused<'wait', { seconds: number }> | TooMany | DeliveryFailure

/** Within 90 s this browser gets its challenge again, with the new payload; others are refused. Null: send a code. */
async function reuseRecent(reader: Reader, request: CodeRequest) {
  const recent = await findRecent(reader, request.purpose, request.phone, getBrowserScope(request.asker))
  if (!recent) return null
  if (recent.id !== request.challengeId && recent.id !== request.requestKey)
    return refused('wait', { seconds: recent.seconds })
  if (request.payload !== undefined)
    await reader
      .update(otpChallenges)
      .set({ payload: request.payload })
      .where(and(eq(otpChallenges.id, recent.id), isNull(otpChallenges.consumed_at)))
  return done({ challengeId: recent.id, sent: false })
}

export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${phone}))`)
}

/** Ends earlier codes and proofs of this purpose and lane, or all if the provider has one code per phone. */
export async function expireOthers(
  tx: Tx,
  { purpose, phone, lane }: { purpose: Purpose; phone: string; lane: string },
  keep: string | null,
): Promise<void> {
  await tx
    .update(otpChallenges)
    .set({ expires_at: sql`now()`, demo_code: null })
    .where(
      and(
        eq(otpChallenges.phone_number, phone),
        getOtpProvider().codePerPhone
          ? undefined
          : and(eq(otpChallenges.purpose, purpose), eq(otpChallenges.lane, lane)),
        isNull(otpChallenges.consumed_at),
        gt(otpChallenges.expires_at, sql`now()`),
        keep === null ? undefined : ne(otpChallenges.id, keep),
      ),
    )
}

async function insertChallenge(tx: Tx, request: CodeRequest): Promise<string> {
  const row = {
    purpose: request.purpose,
    phone_number: request.phone,
    lane: getBrowserScope(request.asker),
    payload: request.payload ?? null,
    provider: getOtpProvider().name,
    expires_at: EXPIRY,
  }
  if (request.requestKey) {
    const [made] = await tx
      .insert(otpChallenges)
      .values({ ...row, id: request.requestKey })
      .onConflictDoNothing()
      .returning({ id: otpChallenges.id })
    if (made) return made.id
  }
  const [made] = await tx.insert(otpChallenges).values(row).returning({ id: otpChallenges.id })
  return made!.id
}

/** Call after the challenge is committed. */
export async function deliverCode(challengeId: string, purpose: Purpose, phone: string) {
  const sent = await send(challengeId, purpose, phone)
  count('dealdwaar_otp_sent_total', { provider: getOtpProvider().name, outcome: sent.ok ? 'sent' : 'failed' })
  return sent
}

async function send(challengeId: string, purpose: Purpose, phone: string) {
  try {
    const sent = await getOtpProvider().send({ challengeId, purpose, phone })
    await db.update(otpChallenges).set(sent).where(eq(otpChallenges.id, challengeId))
    return done({ challengeId, sent: true })
  } catch (error) {
    logFailure('code not sent', error)
    return refused('notSent', { counted: !(error instanceof ProviderFailure) || error.mayHaveActed })
  }
}

export const isCounted = (sent: Done<{ sent: boolean }> | SendRefusal | Refused<'ended'>) =>
  sent.ok ? sent.sent : sent.reason === 'notSent' && sent.counted

export async function sendCode(
  request: CodeRequest,
): Promise<Done<{ challengeId: string; sent: boolean }> | SendRefusal> {
  const reused = await reuseRecent(db, request)
  if (reused) return reused
  const limit = await consumePhoneSend(request.phone, request.purpose, request.asker)
  if (!limit.ok) return limit
  const opened = await db.transaction(async (tx) => {
    await lockPhone(tx, request.phone)
    const recent = await reuseRecent(tx, request)
    if (recent) return recent
    await expireOthers(tx, { ...request, lane: getBrowserScope(request.asker) }, null)
    return insertChallenge(tx, request)
  })
  if (typeof opened === 'string') {
    const sent = await deliverCode(opened, request.purpose, request.phone)
    if (sent.ok) return sent
    await db.delete(otpChallenges).where(eq(otpChallenges.id, opened))
    if (!sent.counted) await limit.refund()
    return sent
  }
  await limit.refund()
  return opened
}
