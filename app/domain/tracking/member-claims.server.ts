import { and, count, eq, sql, inArray } from 'drizzle-orm'
import { notify } from '~/domain/outreach/notifications.server'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { claimMessages, claimProofs, claims } from '~/platform/db/schema/claims'
import { DAY_MS, midnightInIndia } from '~/platform/formats/dates'
import { refused, type Refused, done, type Done } from '~/platform/outcome'
import { readSettings } from '~/domain/settings/settings.server'
import {
  type Claim,
  findEarlier,
  findVisitProblem,
  isAppealAbout,
  listVisitKinds,
  type VisitProblem,
  MAX_OPEN_CLAIMS,
  mayAppeal,
  MAX_MESSAGES_A_DAY,
} from './claim'
import { findVisitFacts } from './claims/find-subject.server'
import {
  type ClaimSubject,
  checkSubject,
  type NewClaim,
  type OpenRefusal,
} from './claims/check-subject.server'
import { insertProof, refuseFile, refuseMoreProofs } from './claim-proofs.server'
import { lockMember } from './claims/lock-member.server'
import { refuseOrder } from './claims/refuse-order.server'
import { buildClaimNotice } from './claims/claim-notices'

export interface VisitClaim {
  /** The claim about the order, or the question where no such claim can be opened. */
  claim: Pick<Claim, 'id' | 'state'> | null
  isAppeal: boolean
  /** Why a claim of the usual kind cannot be opened; null: it can. */
  problem: VisitProblem | Refused<'too-many-open'> | null
}

/** Null if there is no visit. */
export async function findVisitClaim(userId: number, number: string): Promise<VisitClaim | null> {
  const [about, isAtLimit] = await Promise.all([findVisitFacts(db, userId, number), hasMostOpen(db, userId)])
  if (!about) return null
  const [usual] = listVisitKinds(about.sales)
  const problem = findVisitProblem(usual!, about) ?? (isAtLimit ? refused('too-many-open') : null)
  const claim = findEarlier(usual!, about.earlier) ?? (problem && findEarlier('question', about.earlier))
  return { claim: claim ?? null, isAppeal: isAppealAbout(about.sales), problem }
}

export async function openMemberClaim(
  userId: number,
  subject: ClaimSubject,
  given: NewClaim,
): Promise<Done<{ claim: Claim }> | OpenRefusal> {
  const { proof } = given
  const unfit = proof && refuseFile(proof)
  if (unfit) return unfit
  return inTransaction(async (tx) => {
    if (!(await lockMember(tx, userId))) return refused('not-found')
    const about = await checkSubject(tx, userId, subject, given)
    if (!about.ok) return about
    const { isAppeal = false, ...facts } = about.facts
    if (await hasMostOpen(tx, userId)) return refused('too-many-open')
    const tooMany = proof && (await refuseMoreProofs(tx, userId))
    if (tooMany) return tooMany
    const [claim] = await tx
      .insert(claims)
      .values({
        user_id: userId,
        kind: given.kind,
        amount_paise: given.amount ?? null,
        answer_by: await findAnswerDay(tx),
        appealed_at: isAppeal ? sql`now()` : null,
        ...facts,
      })
      .onConflictDoNothing()
      .returning()
    if (!claim) return (await refuseOrder(tx, userId, facts)) ?? refused('order-taken')
    await tx
      .insert(claimMessages)
      .values({ claim_id: claim.id, author: 'member', step: 'received', body: given.text })
    if (proof) await insertProof(tx, { userId, claimId: claim.id, bytes: proof })
    return done({ claim })
  })
}

export async function hasMostOpen(reader: Reader, userId: number): Promise<boolean> {
  const [open] = await reader
    .select({ n: count() })
    .from(claims)
    .where(and(eq(claims.user_id, userId), inArray(claims.state, ['received', 'sent'])))
  return open!.n >= MAX_OPEN_CLAIMS
}

/** The promised day of the answer ends at this midnight in India. */
async function findAnswerDay(tx: Tx): Promise<Date> {
  const { CLAIM_ANSWER_DAYS } = await readSettings(tx)
  return midnightInIndia(new Date(Date.now() + CLAIM_ANSWER_DAYS * DAY_MS))
}

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
    await notify(tx, buildClaimNotice(after!, 'appealed'))
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

/** Keeps the key of a claimed order, so that it is credited once. Lock order: claims, then their messages. */
export async function eraseClaims(tx: Tx, userId: number): Promise<void> {
  const own = await tx
    .update(claims)
    .set({
      order_number: null,
      amount_paise: null,
      waits_for_us: false,
      state: sql`CASE WHEN ${claims.ended_at} IS NULL THEN 'declined' ELSE ${claims.state} END`,
      ended_at: sql`coalesce(${claims.ended_at}, now())`,
    })
    .where(eq(claims.user_id, userId))
    .returning({ id: claims.id })
  const ids = own.map(({ id }) => id)
  await tx.delete(claimProofs).where(eq(claimProofs.user_id, userId))
  if (ids.length) await tx.update(claimMessages).set({ body: '' }).where(inArray(claimMessages.claim_id, ids))
}
