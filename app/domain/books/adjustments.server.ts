/** Above FOUR_EYES_ABOVE an adjustment needs the approval of a second person (docs/rules.md#37). Locks: the budget, then the wallet. */
import { and, eq, isNull, ne, sql, desc } from 'drizzle-orm'
import { explainOverBudget, lockBudget } from '~/domain/wallet/budget.server'
import { lockWallets, moneyTransaction, readBalances, type Wallet } from '~/domain/wallet/ledger.server'
import { databaseError, db, type Tx, type Reader } from '~/platform/db/client.server'
import { continueBelow, within, type Page, type Period } from '~/platform/db/period.server'
import { conversions } from '~/platform/db/schema/conversions'
import { adjustments } from '~/platform/db/schema/ledger'
import { users } from '~/platform/db/schema/members'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise, type Paise } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { judgeRequest, readPersons, type Wait } from '~/domain/settings/independence.server'
import { recordCorrection, checkPostingDays, type DayRefusal } from './closed-months.server'
import { postAdjustment } from './adjustments/post.server'
import { computeEffect, type AdjustmentEffect, type AdjustmentKind, type Adjustment } from './adjustments'

type AddRefusal =
  | EffectRefusal
  | DayRefusal
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
  const unfit = await checkPostingDays(tx, [], request.forMonth)
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

export interface AdjustmentFilter extends Period {
  userId?: number | undefined
  state?: Adjustment['state'] | undefined
}

export function listAdjustments(
  { userId, state, ...period }: AdjustmentFilter,
  { after, limit }: Page,
): Promise<Adjustment[]> {
  return db
    .select()
    .from(adjustments)
    .where(
      and(
        userId === undefined ? undefined : eq(adjustments.user_id, userId),
        state === undefined ? undefined : eq(adjustments.state, state),
        within(adjustments.created_at, period),
        continueBelow(adjustments.id, after),
      ),
    )
    .orderBy(desc(adjustments.id))
    .limit(limit)
}

export async function findAdjustment(id: number, reader: Reader = db): Promise<Adjustment | null> {
  const [found] = await reader.select().from(adjustments).where(eq(adjustments.id, id))
  return found ?? null
}

export async function previewAdjustment(
  request: Pick<NewAdjustment, 'userId' | 'kind' | 'amount'>,
  reader: Reader = db,
): Promise<Done<{ effect: AdjustmentEffect }> | EffectRefusal> {
  const wallet = await readBalances(reader, request.userId)
  const impossible = await refuseImpossible(reader, { userId: request.userId, debt: wallet.debt }, request)
  if (impossible) return impossible
  const requested = await reader
    .select({ id: withdrawals.id, amount: withdrawals.amount_paise })
    .from(withdrawals)
    .where(and(eq(withdrawals.user_id, request.userId), eq(withdrawals.status, 'requested')))
    .orderBy(desc(withdrawals.id))
  const calledOff = requested.map(({ id, amount }) => ({ id, amount: paise(amount) }))
  return done({ effect: computeEffect(request.kind, request.amount, wallet, calledOff) })
}

export type EffectRefusal = Refused<'deleted'> | Refused<'over-debt', { debt: Paise }>

async function refuseImpossible(
  tx: Pick<Tx, 'select'>,
  { userId, debt }: Pick<Wallet, 'userId' | 'debt'>,
  { kind, amount }: Pick<NewAdjustment, 'kind' | 'amount'>,
): Promise<EffectRefusal | null> {
  if (kind === 'write-off') return amount > debt ? refused('over-debt', { debt }) : null
  const [user] = await tx.select({ gone: users.deleted_at }).from(users).where(eq(users.id, userId))
  return user?.gone ? refused('deleted') : null
}

async function refuseSale(tx: Tx, userId: number, saleId: number) {
  const [sale] = await tx.select().from(conversions).where(eq(conversions.id, saleId))
  if (!sale) return refused('no-sale')
  return sale.user_id === userId || sale.referrer_id === userId ? null : refused('other-sale')
}

export interface NewAdjustment {
  userId: number
  kind: AdjustmentKind
  amount: Paise
  reason: string
  saleId?: number | undefined
  /** The closed month that it corrects: '2026-10'. */
  forMonth?: string | undefined
  key?: string | undefined
}
