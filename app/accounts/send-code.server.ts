/** Sending one-time codes: one at a time for a phone and purpose, none within 90 s of another. */
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/db/client.server'
import { otpChallenges } from '~/db/schema'
import { done, refused, type Done, type Refused } from '~/outcome'
import { takeSendOfPhone, type Asker, type TooMany } from './attempt-limits.server'
import { findRecent, LIFE, type Purpose } from './challenges.server'
import { ProviderFailure } from '~/ask.server'
import { logFailure, otpProvider } from './otp/provider.server'

/** Ours among the advisory locks. */
const LOCK_SPACE = 0x07b

export interface CodeRequest {
  purpose: Purpose
  phone: string
  /** Sign-up: what the account will be made of. */
  payload?: unknown
  /** The challenge that the browser's cookie names; null without one. */
  challengeId: string | null
  /** A UUID made for the form: the same form sent twice is one challenge, before there is a cookie. */
  requestKey: string | null
  asker: Asker
}

/** A known browser's codes and those of strangers do not get in each other's way. */
const laneOf = ({ known }: Asker) => known ?? ''

/** 'notSent' is `counted` where the message may be on its way all the same: then it counts against the limits. */
type NotSent = Refused<'notSent', { counted: boolean }>

export type SendRefusal = Refused<'wait', { seconds: number }> | TooMany | NotSent

/**
 * Within 90 s of a code nothing is sent: the same browser keeps its challenge, with the newer payload; any other waits.
 * Null when a code may be sent.
 */
async function keepRecent(reader: Reader, request: CodeRequest) {
  const recent = await findRecent(reader, request.purpose, request.phone, laneOf(request.asker))
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

/** One send at a time for a phone. */
export async function lock(tx: Tx, phone: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${phone}))`)
}

/**
 * A new code ends the old: every other code of this phone, purpose and lane, proofs too. Of every purpose and lane, where
 * the provider cannot tell the codes of one phone apart.
 */
export async function endOthers(
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
        otpProvider().codePerPhone
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
    lane: laneOf(request.asker),
    payload: request.payload ?? null,
    provider: otpProvider().name,
    expires_at: LIFE,
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

/** Sends the code of a challenge that is on record. */
export async function deliver(challengeId: string, purpose: Purpose, phone: string) {
  try {
    const sent = await otpProvider().send({ challengeId, purpose, phone })
    await db.update(otpChallenges).set(sent).where(eq(otpChallenges.id, challengeId))
    return done({ challengeId, sent: true })
  } catch (error) {
    logFailure('code not sent', error)
    return refused('notSent', { counted: !(error instanceof ProviderFailure) || error.mayHaveActed })
  }
}

/** Whether a send counts against the limits: a code is on its way, or may be. */
export const isCounted = (sent: Done<{ sent: boolean }> | SendRefusal | Refused<'ended'>) =>
  sent.ok ? sent.sent : sent.reason === 'notSent' && sent.counted

/** Sends a code, unless this browser got one for the same phone and purpose within 90 s: then that one stands. */
export async function sendCode(
  request: CodeRequest,
): Promise<Done<{ challengeId: string; sent: boolean }> | SendRefusal> {
  const kept = await keepRecent(db, request)
  if (kept) return kept
  const count = await takeSendOfPhone(request.phone, request.purpose, request.asker)
  if (!count.ok) return count
  const opened = await db.transaction(async (tx) => {
    await lock(tx, request.phone)
    const recent = await keepRecent(tx, request)
    if (recent) return recent
    await endOthers(tx, { ...request, lane: laneOf(request.asker) }, null)
    return insertChallenge(tx, request)
  })
  if (typeof opened === 'string') {
    const sent = await deliver(opened, request.purpose, request.phone)
    if (sent.ok) return sent
    // What nobody was sent stands in nobody's way.
    await db.delete(otpChallenges).where(eq(otpChallenges.id, opened))
    if (!sent.counted) await count.giveBack()
    return sent
  }
  await count.giveBack()
  return opened
}
