/** Above FOUR_EYES_ABOVE an adjustment needs the approval of a second OS user (docs/decisions/0031-adjustments.md). */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/db/client.server'
import { adjustments } from '~/db/schema/ledger'
import { users } from '~/db/schema/members'
import { conversions } from '~/db/schema/sales'
import { env } from '~/config/env.server'
import { paise, type Paise } from '~/formats/money'
import { done, refused, type Done, type Refused } from '~/outcome'
import { lockWallets, moneyTransaction, type Wallet } from '../ledger/ledger.server'
import type { AdjustmentKind } from './effect'
import { postAdjustment, type Adjustment } from './post.server'

export interface NewAdjustment {
  userId: number
  kind: AdjustmentKind
  amount: Paise
  reason: string
  saleId?: number | undefined
  /** The idempotency key. */
  key?: string | undefined
}

/** A write-off above the debt, or another kind for a deleted account. */
export type Impossible = Refused<'deleted'> | Refused<'over-debt', { debt: Paise }>

type NotAdded =
  | Impossible
  | Refused<'no-sale'>
  | Refused<'other-sale'>
  /** One with the same facts exists, and there is no key to tell them apart. */
  | Refused<'same', { adjustment: Adjustment }>
  | Refused<'key-used', { adjustment: Adjustment }>

type Adjusted = Done<{ adjustment: Adjustment; isRepeat: boolean }>

export async function addAdjustment(of: NewAdjustment, osUser: string): Promise<Adjusted | NotAdded> {
  try {
    return await moneyTransaction((tx) => add(tx, of, osUser))
  } catch (error) {
    // With different members the wallet locks do not serialise two uses of the same key.
    if (databaseError(error)?.constraint !== 'adjustments_key') throw error
    const [adjustment] = await db.select().from(adjustments).where(eq(adjustments.request_key, of.key!))
    return refused('key-used', { adjustment: adjustment! })
  }
}

async function add(tx: Tx, of: NewAdjustment, osUser: string): Promise<Adjusted | NotAdded> {
  const [wallet] = await lockWallets(tx, [of.userId])
  const earlier = await findEarlier(tx, of)
  if (earlier) return earlier
  const impossible = await refuseImpossible(tx, wallet!, of)
  if (impossible) return impossible
  const notOfSale = of.saleId === undefined ? null : await refuseSale(tx, of.userId, of.saleId)
  if (notOfSale) return notOfSale
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
  if (!needs_approval) await postAdjustment(tx, wallet!, adjustment!)
  return done({ adjustment: adjustment!, isRepeat: false })
}

async function findEarlier(tx: Tx, of: NewAdjustment): Promise<Adjusted | NotAdded | null> {
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

/** Null: it can be applied to the wallet now. */
export async function refuseImpossible(
  tx: Pick<Tx, 'select'>,
  { userId, debt }: Pick<Wallet, 'userId' | 'debt'>,
  { kind, amount }: Pick<NewAdjustment, 'kind' | 'amount'>,
): Promise<Impossible | null> {
  if (kind === 'write-off') return amount > debt ? refused('over-debt', { debt }) : null
  const [user] = await tx.select({ gone: users.deleted_at }).from(users).where(eq(users.id, userId))
  return user?.gone ? refused('deleted') : null
}

async function refuseSale(tx: Tx, userId: number, saleId: number) {
  const [sale] = await tx.select().from(conversions).where(eq(conversions.id, saleId))
  if (!sale) return refused('no-sale')
  return sale.user_id === userId || sale.referrer_id === userId ? null : refused('other-sale')
}

/** Sums the adjustments of 24 hours, so that one large adjustment cannot be split to avoid approval. */
export async function needsApproval(
  reader: Pick<Tx, 'execute'>,
  { userId, amount }: Pick<NewAdjustment, 'userId' | 'amount'>,
): Promise<boolean> {
  const limit = env().FOUR_EYES_ABOVE
  if (limit === undefined) return false
  const [row] = await reader.execute<{ total: string }>(sql`
    SELECT coalesce(sum(amount_paise), 0) AS total FROM adjustments
     WHERE user_id = ${userId} AND NOT needs_approval AND created_at > now() - interval '24 hours'`)
  return BigInt(row!.total) + amount > limit
}

type NotDecided =
  | Refused<'not-found'>
  | Refused<'decided', { adjustment: Adjustment }>
  | Refused<'own', { adjustment: Adjustment }>

export function approveAdjustment(id: number, osUser: string): Promise<Adjusted | NotDecided | Impossible> {
  return moneyTransaction(async (tx) => {
    const found = await lockWaiting(tx, id, osUser, 'applied')
    if (!found.ok || found.isRepeat) return found
    const { user_id, kind, amount_paise } = found.adjustment
    const [wallet] = await lockWallets(tx, [user_id])
    const impossible = await refuseImpossible(tx, wallet!, { kind, amount: paise(amount_paise) })
    if (impossible) return impossible
    const adjustment = await decide(tx, id, { state: 'applied', decided_by: osUser })
    await postAdjustment(tx, wallet!, adjustment)
    return done({ adjustment, isRepeat: false })
  })
}

export function refuseAdjustment(id: number, reason: string, osUser: string): Promise<Adjusted | NotDecided> {
  return moneyTransaction(async (tx) => {
    const found = await lockWaiting(tx, id, osUser, 'refused')
    if (!found.ok || found.isRepeat) return found
    const adjustment = await decide(tx, id, { state: 'refused', decided_by: osUser, refusal: reason })
    return done({ adjustment, isRepeat: false })
  })
}

/** A repeat of the same decision by the same user is idempotent. */
async function lockWaiting(
  tx: Tx,
  id: number,
  osUser: string,
  to: 'applied' | 'refused',
): Promise<Adjusted | NotDecided> {
  const [adjustment] = await tx.select().from(adjustments).where(eq(adjustments.id, id)).for('update')
  if (!adjustment) return refused('not-found')
  const { state, asked_by, decided_by, needs_approval } = adjustment
  if (state === to && decided_by === osUser && needs_approval) return done({ adjustment, isRepeat: true })
  if (state !== 'waiting') return refused('decided', { adjustment })
  if (asked_by === osUser) return refused('own', { adjustment })
  return done({ adjustment, isRepeat: false })
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
