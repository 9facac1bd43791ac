import { eq, sql } from 'drizzle-orm'
import { inTransaction, type Reader, type Tx } from '~/db/client.server'
import type { DeclineReason } from '~/config/networks/network'
import { claimMessages, claims } from '~/db/schema/claims'
import { users } from '~/db/schema/members'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import type { Claim, ClaimState } from './claim'
import { claimNotice } from './claim-notices'
import { isOrderKind } from './claim-rules'

export type Decided = Done<{ before: Claim; claim: Claim }> | DecisionRefusal
export type DecisionRefusal =
  | Refused<'not-found' | 'deleted'>
  | Refused<'other-state', { claim: Claim }>
  | Refused<'other-kind', { claim: Claim }>

const FROM: Record<Exclude<ClaimState, 'received'>, readonly ClaimState[]> = {
  sent: ['received'],
  answered: ['received', 'sent', 'answered'],
  credited: ['received', 'sent', 'answered'],
  declined: ['received', 'sent', 'answered'],
}

export async function lockClaim(tx: Reader, id: number): Promise<Claim | null> {
  const [claim] = await tx.select().from(claims).where(eq(claims.id, id)).for('update')
  return claim ?? null
}

/** Locks the member first, like a deletion. Do not use it for a credit, which locks wallets before members. */
export async function lockClaimAndMember(tx: Reader, id: number): Promise<Claim | null> {
  const [claim] = await tx.select({ owner: claims.user_id }).from(claims).where(eq(claims.id, id))
  if (!claim) return null
  await tx.select({ id: users.id }).from(users).where(eq(users.id, claim.owner)).for('key share')
  return lockClaim(tx, id)
}

export const sendClaim = (id: number, within?: Tx): Promise<Decided> =>
  decide(id, { state: 'sent', text: '', needsOrder: true }, within)

export const answerClaim = (id: number, text: string, within?: Tx): Promise<Decided> =>
  decide(id, { state: 'answered', text }, within)

export const declineClaim = (
  id: number,
  reason: DeclineReason | null,
  text: string,
  within?: Tx,
): Promise<Decided> => decide(id, { state: 'declined', text, reason }, within)

interface Decision {
  state: 'sent' | 'answered' | 'declined'
  text: string
  reason?: DeclineReason | null
  needsOrder?: boolean
}

const decide = (id: number, decision: Decision, within?: Tx): Promise<Decided> =>
  inTransaction(async (tx) => {
    const before = await lockClaimAndMember(tx, id)
    if (!before) return refused('not-found')
    if (!mayBecome(before, decision.state)) return refused('other-state', { claim: before })
    if (await hasLeft(tx, before)) return refused('deleted')
    if (decision.needsOrder && !isOrderKind(before.kind)) return refused('other-kind', { claim: before })
    const claim = await moveClaim(tx, before, {
      state: decision.state,
      decline_reason: decision.reason ?? null,
    })
    await addStep(tx, claim, decision.text)
    return done({ before, claim })
  }, within)

export async function hasLeft(tx: Tx, { user_id }: Claim): Promise<boolean> {
  const [member] = await tx.select({ at: users.deleted_at }).from(users).where(eq(users.id, user_id))
  return member!.at !== null
}

export const mayBecome = ({ state }: Claim, to: Exclude<ClaimState, 'received'>): boolean =>
  FROM[to].includes(state)

type Move = Pick<Claim, 'state'> &
  Partial<Pick<Claim, 'decline_reason' | 'conversion_id' | 'awaits_report' | 'adjustment_id' | 'order_key'>>

/** The caller must hold the lock of the claim. */
export async function moveClaim(tx: Tx, { id }: Claim, move: Move): Promise<Claim> {
  const isEnd = move.state !== 'received' && move.state !== 'sent'
  const [claim] = await tx
    .update(claims)
    .set({ ...move, waits_for_us: false, ended_at: isEnd ? sql`now()` : null })
    .where(eq(claims.id, id))
    .returning()
  return claim!
}

export async function addStep(tx: Tx, claim: Claim, text: string): Promise<void> {
  const [step] = await tx
    .insert(claimMessages)
    .values({ claim_id: claim.id, author: 'operator', step: claim.state, body: text })
    .returning({ id: claimMessages.id })
  await notify(tx, claimNotice(claim, claim.state === 'received' ? 'appealed' : claim.state, step!.id))
}
