import { eq } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { conversions } from '~/platform/db/schema/conversions'
import type { Paise } from '~/platform/formats/money'
import { refused, type Refused } from '~/platform/outcome'
import type { Wallet } from '~/domain/wallet/ledger.server'
import type { AdjustmentKind } from './adjustments'

export type EffectRefusal = Refused<'deleted'> | Refused<'over-debt', { debt: Paise }>

export async function refuseImpossible(
  tx: Pick<Tx, 'select'>,
  { userId, debt }: Pick<Wallet, 'userId' | 'debt'>,
  { kind, amount }: Pick<NewAdjustment, 'kind' | 'amount'>,
): Promise<EffectRefusal | null> {
  if (kind === 'write-off') return amount > debt ? refused('over-debt', { debt }) : null
  const [user] = await tx.select({ gone: users.deleted_at }).from(users).where(eq(users.id, userId))
  return user?.gone ? refused('deleted') : null
}

export async function refuseSale(tx: Tx, userId: number, saleId: number) {
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
