import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import type { Claim } from './claim'
import { addStep, lockForStep, updateClaim, type StepRefusal } from './claim-decisions.server'

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
