import { and, desc, eq } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { continueBelow, within, type Page, type Period } from '~/platform/db/period.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise } from '~/platform/formats/money'
import { done, type Done } from '~/platform/outcome'
import { readBalances } from '~/domain/wallet/ledger.server'
import { refuseImpossible, type EffectRefusal, type NewAdjustment } from './adjustment-rules.server'
import { computeEffect, type Effect } from './adjustments'
import type { Adjustment } from './adjustments/notices'

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

export async function findAdjustment(id: number): Promise<Adjustment | null> {
  const [found] = await db.select().from(adjustments).where(eq(adjustments.id, id))
  return found ?? null
}

export async function previewAdjustment(
  request: Pick<NewAdjustment, 'userId' | 'kind' | 'amount'>,
  reader: Reader = db,
): Promise<Done<{ effect: Effect }> | EffectRefusal> {
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
