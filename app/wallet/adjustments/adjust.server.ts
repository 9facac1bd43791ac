/** Above FOUR_EYES_ABOVE an adjustment needs the approval of a second OS user (docs/rules.md#37). */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/db/client.server'
import { adjustments } from '~/db/schema/ledger'
import { done, refused, type Done, type Refused } from '~/outcome'
import { lockWallets, moneyTransaction } from '../ledger/ledger.server'
import { recordCorrection, refuseUnfitDays, type UnfitDays } from '../periods/closed.server'
import {
  type Impossible,
  refuseImpossible,
  refuseSale,
  needsApproval,
  type NewAdjustment,
} from './adjustment-rules.server'
import type { Adjustment } from './notices'
import { postAdjustment } from './post.server'

type AddRefusal =
  | Impossible
  | UnfitDays
  | Refused<'no-sale'>
  | Refused<'other-sale'>
  /** An adjustment with the same facts exists, and no key distinguishes the two. */
  | Refused<'same', { adjustment: Adjustment }>
  | Refused<'key-used', { adjustment: Adjustment }>

export type Adjusted = Done<{ adjustment: Adjustment; isRepeat: boolean }>

/** Within the caller's transaction the caller must handle a collision of keys. */
export async function addAdjustment(
  of: NewAdjustment,
  osUser: string,
  within?: Tx,
): Promise<Adjusted | AddRefusal> {
  if (within) return add(within, of, osUser)
  try {
    return await moneyTransaction((tx) => add(tx, of, osUser))
  } catch (error) {
    // Two uses of one key for different members are not serialized by the wallet locks.
    if (databaseError(error)?.constraint !== 'adjustments_key') throw error
    const [adjustment] = await db.select().from(adjustments).where(eq(adjustments.request_key, of.key!))
    return refused('key-used', { adjustment: adjustment! })
  }
}

async function add(tx: Tx, of: NewAdjustment, osUser: string): Promise<Adjusted | AddRefusal> {
  const [wallet] = await lockWallets(tx, [of.userId])
  const earlier = await findEarlier(tx, of)
  if (earlier) return earlier
  const impossible = await refuseImpossible(tx, wallet!, of)
  if (impossible) return impossible
  const notOfSale = of.saleId === undefined ? null : await refuseSale(tx, of.userId, of.saleId)
  if (notOfSale) return notOfSale
  const unfit = await refuseUnfitDays(tx, [], of.forMonth)
  if (unfit) return unfit
  const needs_approval = await needsApproval(tx, of)
  const decision = needs_approval
    ? { state: 'waiting' as const }
    : { state: 'applied' as const, decided_by: osUser, decided_at: sql`now()` }
  const [adjustment] = await tx
    .insert(adjustments)
    .values({
      user_id: of.userId,
      kind: of.kind,
      amount_paise: of.amount,
      reason: of.reason,
      conversion_id: of.saleId ?? null,
      request_key: of.key ?? null,
      asked_by: osUser,
      needs_approval,
      ...decision,
    })
    .returning()
  await recordCorrection(tx, of.forMonth, { ref_type: 'adjustment', ref_id: adjustment!.id })
  if (!needs_approval) await postAdjustment(tx, wallet!, adjustment!)
  return done({ adjustment: adjustment!, isRepeat: false })
}

async function findEarlier(tx: Tx, of: NewAdjustment): Promise<Adjusted | AddRefusal | null> {
  const sameFacts = and(
    eq(adjustments.user_id, of.userId),
    eq(adjustments.kind, of.kind),
    eq(adjustments.amount_paise, of.amount),
    eq(adjustments.reason, of.reason),
    of.saleId === undefined ? isNull(adjustments.conversion_id) : eq(adjustments.conversion_id, of.saleId),
  )
  const [found] = await tx
    .select({ adjustment: adjustments, isSame: sql<boolean>`${sameFacts}` })
    .from(adjustments)
    .where(
      of.key === undefined
        ? and(sameFacts, ne(adjustments.state, 'refused'))
        : eq(adjustments.request_key, of.key),
    )
    .limit(1)
  if (!found) return null
  const { adjustment, isSame } = found
  if (of.key === undefined) return refused('same', { adjustment })
  return isSame ? done({ adjustment, isRepeat: true }) : refused('key-used', { adjustment })
}
