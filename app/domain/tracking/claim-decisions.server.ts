import { eq, sql, and } from 'drizzle-orm'
import { hasLeft } from '~/domain/accounts/users.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { notify } from '~/domain/outreach/notifications.server'
import type { DeclineReason } from '~/platform/config/network'
import { inTransaction, type Reader, type Tx, db } from '~/platform/db/client.server'
import { claimMessages, claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { adjustments } from '~/platform/db/schema/ledger'
import { users } from '~/platform/db/schema/members'
import type { Paise } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { type Claim, type ClaimState, isOrderKind } from './claim'
import { buildClaimNotice } from './claims/claim-notices'
import { computeCashback } from './promise'

export type StepRefusal = Refused<'not-found' | 'deleted'> | Refused<'other-state', { claim: Claim }>

export type StepResult =
  Done<{ before: Claim; claim: Claim }> | StepRefusal | Refused<'other-kind', { claim: Claim }>

type NextState = Exclude<ClaimState, 'received'>

const FROM: Record<NextState, readonly ClaimState[]> = {
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

async function lockForStep(
  tx: Tx,
  id: number,
  to: NextState,
): Promise<Done<{ before: Claim }> | StepRefusal> {
  const before = await lockClaimAndMember(tx, id)
  if (!before) return refused('not-found')
  if (!mayBecome(before, to)) return refused('other-state', { claim: before })
  return (await hasLeft(tx, before.user_id)) ? refused('deleted') : done({ before })
}

export const sendClaim = (id: number, within?: Tx): Promise<StepResult> =>
  decide(id, { state: 'sent', text: '' }, within)

export const answerClaim = (id: number, text: string, within?: Tx): Promise<StepResult> =>
  decide(id, { state: 'answered', text }, within)

/** No last word: the state stays, and what has not been sent to the store still waits for us. */
export const writeToClaimant = (id: number, text: string, within?: Tx): Promise<StepResult> =>
  inTransaction(async (tx) => {
    const locked = await lockForStep(tx, id, 'answered')
    if (!locked.ok) return locked
    const { before } = locked
    const [claim] = await tx
      .update(claims)
      .set({ waits_for_us: before.state === 'received' })
      .where(eq(claims.id, id))
      .returning()
    await addMessage(tx, claim!, { text, step: null })
    return done({ before, claim: claim! })
  }, within)

export const declineClaim = (
  id: number,
  reason: DeclineReason | null,
  text: string,
  within?: Tx,
): Promise<StepResult> => decide(id, { state: 'declined', text, reason }, within)

interface Step {
  state: 'sent' | 'answered' | 'declined'
  text: string
  reason?: DeclineReason | null
}

const decide = (id: number, { state, text, reason = null }: Step, within?: Tx): Promise<StepResult> =>
  inTransaction(async (tx) => {
    const locked = await lockForStep(tx, id, state)
    if (!locked.ok) return locked
    const { before } = locked
    if (state === 'sent' && !isOrderKind(before.kind)) return refused('other-kind', { claim: before })
    const claim = await updateClaim(tx, before, { state, decline_reason: reason })
    await addStep(tx, claim, text)
    return done({ before, claim })
  }, within)

export const mayBecome = ({ state }: Claim, to: NextState): boolean => FROM[to].includes(state)

type Move = Pick<Claim, 'state'> &
  Partial<Pick<Claim, 'decline_reason' | 'conversion_id' | 'awaits_report' | 'adjustment_id' | 'order_key'>>

/** The caller must hold the lock of the claim. */
export async function updateClaim(tx: Tx, { id }: Claim, move: Move): Promise<Claim> {
  const isEnd = move.state !== 'received' && move.state !== 'sent'
  const [claim] = await tx
    .update(claims)
    .set({ ...move, waits_for_us: false, ended_at: isEnd ? sql`now()` : null })
    .where(eq(claims.id, id))
    .returning()
  return claim!
}

export const addStep = (tx: Tx, claim: Claim, text: string): Promise<void> =>
  addMessage(tx, claim, { text, step: claim.state })

async function addMessage(
  tx: Tx,
  claim: Claim,
  { text, step }: { text: string; step: ClaimState | null },
): Promise<void> {
  const [message] = await tx
    .insert(claimMessages)
    .values({ claim_id: claim.id, author: 'operator', step, body: text })
    .returning({ id: claimMessages.id })
  await notify(
    tx,
    buildClaimNotice(claim, step === 'received' ? 'appealed' : (step ?? 'written'), message!.id),
  )
}

/** The goodwill must be an applied adjustment of the claim's member that no other claim names. */
export const settleByGoodwill = (
  id: number,
  { adjustmentId, text }: { adjustmentId: number; text: string },
  within?: Tx,
): Promise<
  Done<{ before: Claim; claim: Claim }> | StepRefusal | Refused<'no-adjustment' | 'adjustment-used'>
> =>
  moneyTransaction(async (tx) => {
    const locked = await lockForStep(tx, id, 'credited')
    if (!locked.ok) return locked
    const { before } = locked
    const [adjustment] = await tx
      .select({
        isUsed: sql<boolean>`EXISTS (SELECT 1 FROM claims l WHERE l.adjustment_id = adjustments.id)`,
      })
      .from(adjustments)
      .where(
        and(
          eq(adjustments.id, adjustmentId),
          eq(adjustments.user_id, before.user_id),
          eq(adjustments.state, 'applied'),
          eq(adjustments.kind, 'goodwill'),
        ),
      )
    if (!adjustment) return refused('no-adjustment')
    if (adjustment.isUsed) return refused('adjustment-used')
    const claim = await updateClaim(tx, before, { state: 'credited', adjustment_id: adjustmentId })
    await addStep(tx, claim, text)
    return done({ before, claim })
  }, within)

/** The cashback of an order of this value at the rate and cap of the claim's visit; null: there is no such visit. */
export async function computePromisedCashback(claimId: number, amount: Paise): Promise<Paise | null> {
  const [click] = await db
    .select({
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
      cap_paise: clicks.cap_paise,
    })
    .from(claims)
    .innerJoin(clicks, eq(clicks.id, claims.click_id))
    .where(eq(claims.id, claimId))
  return click ? computeCashback(click, amount) : null
}

export async function listClaimsForNetwork(network: string, sentToo: boolean) {
  const rows = await db.execute<{
    id: number
    campaign: string
    click_id: string
    visited: Date
    order_number: string | null
    amount: string | null
    store: string
  }>(sql`
    SELECT l.id::int AS id, c.network_campaign_id AS campaign, k.id AS click_id, k.created_at AS visited, l.order_number,
           l.amount_paise::text AS amount, b.name AS store
      FROM claims l JOIN LATERAL (SELECT * FROM clicks k WHERE k.id = l.click_id OFFSET 0) k ON true
      JOIN campaigns c ON c.id = k.campaign_id
      JOIN brands b ON b.id = l.brand_id
     WHERE l.state IN ('received', ${sentToo ? 'sent' : 'received'}) AND l.kind <> 'question' AND k.network = ${network}
     ORDER BY l.id LIMIT 10000`)
  return rows.map(({ click_id, visited, order_number, amount, ...row }) => ({
    ...row,
    network,
    clickId: click_id,
    visitedAt: new Date(visited),
    orderNumber: order_number ?? '',
    amount: amount === null ? null : BigInt(amount),
  }))
}
