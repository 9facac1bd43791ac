import { and, count, eq, sql } from 'drizzle-orm'
import { inTransaction, type Tx } from '~/platform/db/client.server'
import { claimMessages, claims } from '~/platform/db/schema/claims'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { notify } from '~/outreach/notifications.server'
import type { Claim } from './claim'
import { writeClaimNotice } from './claims/claim-notices'
import { mayAppeal, MAX_MESSAGES_A_DAY } from './claim-rules'
import { lockMember } from './claims/lock-member.server'
import { findAnswerDay, hasMostOpen } from './open-claim.server'

export type MessageRefusal = Refused<'not-found' | 'too-many-today'>

export const writeMessage = (
  userId: number,
  claimId: number,
  text: string,
): Promise<Done<{ claim: Claim }> | MessageRefusal> =>
  inTransaction(async (tx) => {
    const claim = await lockOwnClaim(tx, userId, claimId)
    if (!claim) return refused('not-found')
    if (await isLimitReached(tx, claimId)) return refused('too-many-today')
    await addMessage(tx, claim, text, null)
    await tx.update(claims).set({ waits_for_us: true }).where(eq(claims.id, claimId))
    return done({ claim })
  })

export const appealClaim = (
  userId: number,
  claimId: number,
  text: string,
): Promise<Done<{ claim: Claim }> | MessageRefusal | Refused<'no-appeal' | 'too-many-open'>> =>
  inTransaction(async (tx) => {
    const claim = await lockOwnClaim(tx, userId, claimId)
    if (!claim) return refused('not-found')
    if (!mayAppeal(claim)) return refused('no-appeal')
    if (await isLimitReached(tx, claimId)) return refused('too-many-today')
    if (await hasMostOpen(tx, userId)) return refused('too-many-open')
    const [after] = await tx
      .update(claims)
      .set({
        state: 'received',
        waits_for_us: true,
        ended_at: null,
        decline_reason: null,
        appealed_at: sql`now()`,
        answer_by: await findAnswerDay(tx),
      })
      .where(eq(claims.id, claimId))
      .returning()
    await addMessage(tx, claim, text, 'received')
    await notify(tx, writeClaimNotice(after!, 'appealed'))
    return done({ claim: after! })
  })

async function lockOwnClaim(tx: Tx, userId: number, id: number): Promise<Claim | null> {
  if (!(await lockMember(tx, userId))) return null
  const [claim] = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.id, id), eq(claims.user_id, userId)))
    .for('update')
  return claim ?? null
}

async function isLimitReached(tx: Tx, claimId: number): Promise<boolean> {
  const [row] = await tx
    .select({ n: count() })
    .from(claimMessages)
    .where(
      and(
        eq(claimMessages.claim_id, claimId),
        eq(claimMessages.author, 'member'),
        sql`${claimMessages.created_at} > now() - interval '1 day'`,
      ),
    )
  return row!.n >= MAX_MESSAGES_A_DAY
}

const addMessage = (tx: Tx, { id }: Claim, body: string, step: Claim['state'] | null) =>
  tx.insert(claimMessages).values({ claim_id: id, author: 'member', body, step })
