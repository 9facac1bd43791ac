import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { paise } from '~/platform/formats/money'
import { done, refused, type Refused } from '~/platform/outcome'
import { judgeRequest, readPersons, type Wait } from '~/settings/independence.server'
import { lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import type { AdjustmentOutcome } from './adjustments.server'
import { type EffectRefusal, refuseImpossible } from './adjustment-rules.server'
import type { Adjustment } from './adjustments/notices'
import { postAdjustment } from './adjustments/post.server'

type DecisionRefusal =
  | Refused<'not-found'>
  | Refused<'decided', { adjustment: Adjustment }>
  /** Requested by this person, or by one who is not independent of them. */
  | Refused<'dependent', { adjustment: Adjustment; wait: Wait }>

export function approveAdjustment(
  id: number,
  osUser: string,
  within?: Tx,
): Promise<AdjustmentOutcome | DecisionRefusal | EffectRefusal> {
  return moneyTransaction(async (tx) => {
    const found = await lockWaiting(tx, id, osUser, 'applied')
    if (!found.ok || found.isRepeat) return found
    const { user_id, kind, amount_paise } = found.adjustment
    const [wallet] = await lockWallets(tx, [user_id])
    const impossible = await refuseImpossible(tx, wallet!, { kind, amount: paise(amount_paise) })
    if (impossible) return impossible
    const adjustment = await decide(tx, id, { state: 'applied', decided_by: osUser })
    await postAdjustment(tx, wallet!, adjustment)
    return done({ adjustment, isRepeat: false, alone: found.alone })
  }, within)
}

export function refuseAdjustment(
  id: number,
  reason: string,
  osUser: string,
  within?: Tx,
): Promise<AdjustmentOutcome | DecisionRefusal> {
  return moneyTransaction(async (tx) => {
    const found = await lockWaiting(tx, id, osUser, 'refused')
    if (!found.ok || found.isRepeat) return found
    const adjustment = await decide(tx, id, { state: 'refused', decided_by: osUser, refusal: reason })
    return done({ adjustment, isRepeat: false })
  }, within)
}

async function lockWaiting(
  tx: Tx,
  id: number,
  osUser: string,
  to: 'applied' | 'refused',
): Promise<AdjustmentOutcome | DecisionRefusal> {
  const [adjustment] = await tx.select().from(adjustments).where(eq(adjustments.id, id)).for('update')
  if (!adjustment) return refused('not-found')
  const { state, asked_by, decided_by, needs_approval } = adjustment
  if (state === to && decided_by === osUser && needs_approval) return done({ adjustment, isRepeat: true })
  if (state !== 'waiting') return refused('decided', { adjustment })
  const persons = await readPersons(tx)
  const judged = judgeRequest(persons, { by: asked_by, at: adjustment.created_at }, osUser, 'finance')
  // Who may decide may also refuse: that moves nothing.
  if (to === 'applied' && !judged.agrees) return refused('dependent', { adjustment, wait: judged.wait })
  return done({ adjustment, isRepeat: false, alone: judged.agrees && judged.alone })
}

async function decide(
  tx: Tx,
  id: number,
  facts: Pick<Adjustment, 'state' | 'decided_by'> & { refusal?: string },
): Promise<Adjustment> {
  const [row] = await tx
    .update(adjustments)
    .set({ ...facts, decided_at: sql`now()` })
    .where(eq(adjustments.id, id))
    .returning()
  return row!
}
