import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { adjustments } from '~/db/schema/ledger'
import { done, refused, type Done, type Refused } from '~/outcome'
import { moneyTransaction } from '~/wallet/ledger/ledger.server'
import type { Claim } from './claim'
import { addStep, hasLeft, lockClaimAndMember, mayBecome, moveClaim } from './decide-claim.server'

/** The goodwill must be an applied adjustment of the claim's member that no other claim names. */
export const settleByGoodwill = (
  id: number,
  { adjustmentId, text }: { adjustmentId: number; text: string },
  within?: Tx,
): Promise<
  | Done<{ before: Claim; claim: Claim }>
  | Refused<'not-found' | 'deleted' | 'no-adjustment' | 'adjustment-used'>
  | Refused<'other-state', { claim: Claim }>
> =>
  moneyTransaction(async (tx) => {
    const before = await lockClaimAndMember(tx, id)
    if (!before) return refused('not-found')
    if (!mayBecome(before, 'credited')) return refused('other-state', { claim: before })
    if (await hasLeft(tx, before)) return refused('deleted')
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
    const claim = await moveClaim(tx, before, { state: 'credited', adjustment_id: adjustmentId })
    await addStep(tx, claim, text)
    return done({ before, claim })
  }, within)
