/** Above FOUR_EYES_ABOVE an adjustment needs the approval of a second person (docs/rules.md#37). Locks: the budget, then the wallet. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/platform/db/client.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { explainOverBudget, lockBudget } from '~/domain/wallet/budget.server'
import { lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import { recordCorrection, refuseUnfitDays, type UnfitDays } from './closed-months.server'
import {
  type EffectRefusal,
  refuseImpossible,
  refuseSale,
  type NewAdjustment,
} from './adjustment-rules.server'
import type { Adjustment } from './adjustments/notices'
import { postAdjustment } from './adjustments/post.server'

type AddRefusal =
  | EffectRefusal
  | UnfitDays
  | Refused<'no-sale'>
  | Refused<'other-sale'>
  /** An adjustment with the same facts exists, and no key distinguishes the two. */
  | Refused<'same', { adjustment: Adjustment }>
  | Refused<'key-used', { adjustment: Adjustment }>

export type AdjustmentOutcome = Done<{
  adjustment: Adjustment
  isRepeat: boolean
  /** Approved by the person who requested it, because nobody else could. */
  alone?: boolean | undefined
}>

/** Within the caller's transaction the caller must handle a collision of keys. */
export async function addAdjustment(
  request: NewAdjustment,
  osUser: string,
  within?: Tx,
): Promise<AdjustmentOutcome | AddRefusal> {
  if (within) return add(within, request, osUser)
  try {
    return await moneyTransaction((tx) => add(tx, request, osUser))
  } catch (error) {
    // Two uses of one key for different members are not serialized by the wallet locks.
    if (databaseError(error)?.constraint !== 'adjustments_key') throw error
    const [adjustment] = await db.select().from(adjustments).where(eq(adjustments.request_key, request.key!))
    return refused('key-used', { adjustment: adjustment! })
  }
}

async function add(tx: Tx, request: NewAdjustment, osUser: string): Promise<AdjustmentOutcome | AddRefusal> {
  await lockBudget(tx)
  const [wallet] = await lockWallets(tx, [request.userId])
  const earlier = await findEarlier(tx, request)
  if (earlier) return earlier
  const impossible = await refuseImpossible(tx, wallet!, request)
  if (impossible) return impossible
  const notOfSale = request.saleId === undefined ? null : await refuseSale(tx, request.userId, request.saleId)
  if (notOfSale) return notOfSale
  const unfit = await refuseUnfitDays(tx, [], request.forMonth)
  if (unfit) return unfit
  const needs_approval = (await explainOverBudget(tx, osUser, [request])) !== null
  const decision = needs_approval
    ? { state: 'waiting' as const }
    : { state: 'applied' as const, decided_by: osUser, decided_at: sql`now()` }
  const [adjustment] = await tx
    .insert(adjustments)
    .values({
      user_id: request.userId,
      kind: request.kind,
      amount_paise: request.amount,
      reason: request.reason,
      conversion_id: request.saleId ?? null,
      request_key: request.key ?? null,
      asked_by: osUser,
      needs_approval,
      ...decision,
    })
    .returning()
  await recordCorrection(tx, request.forMonth, { ref_type: 'adjustment', ref_id: adjustment!.id })
  if (!needs_approval) await postAdjustment(tx, wallet!, adjustment!)
  return done({ adjustment: adjustment!, isRepeat: false })
}

async function findEarlier(tx: Tx, request: NewAdjustment): Promise<AdjustmentOutcome | AddRefusal | null> {
  const sameFacts = and(
    eq(adjustments.user_id, request.userId),
    eq(adjustments.kind, request.kind),
    eq(adjustments.amount_paise, request.amount),
    eq(adjustments.reason, request.reason),
    request.saleId === undefined
      ? isNull(adjustments.conversion_id)
      : eq(adjustments.conversion_id, request.saleId),
  )
  const [found] = await tx
    .select({ adjustment: adjustments, isSame: sql<boolean>`${sameFacts}` })
    .from(adjustments)
    .where(
      request.key === undefined
        ? and(sameFacts, ne(adjustments.state, 'refused'))
        : eq(adjustments.request_key, request.key),
    )
    .limit(1)
  if (!found) return null
  const { adjustment, isSame } = found
  if (request.key === undefined) return refused('same', { adjustment })
  return isSame ? done({ adjustment, isRepeat: true }) : refused('key-used', { adjustment })
}
