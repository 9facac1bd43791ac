import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { claims } from '~/platform/db/schema/claims'
import { refused, type Refused } from '~/platform/outcome'
import { lockFacts, raiseSignal } from '~/domain/signals/signals.server'
import { GUEST_ID } from '../guest'
import type { Claim } from '../claim'
import { findSaleOwner } from './find-sale-owner.server'

export type OrderRefusal =
  /** Another member has the reported sale: a signal is raised. */
  Refused<'order-taken' | 'order-reported'> | Refused<'exists', { claimId: number }>

async function findFirst(tx: Tx, ...conditions: SQL[]): Promise<Pick<Claim, 'id' | 'user_id'> | null> {
  const [first] = await tx
    .select({ id: claims.id, user_id: claims.user_id })
    .from(claims)
    .where(and(...conditions))
  return first ?? null
}

/**
 * A network's report decides whose an order is. Before one, the claims of several members wait for it (docs/rules.md#55), under a
 * signal that blocks none of them; afterwards a signal is about who claims the sale of another member.
 */
export async function refuseOrder(
  tx: Tx,
  userId: number,
  { brand_id, order_key }: { brand_id?: number; order_key?: string },
  isOfVisit = false,
): Promise<OrderRefusal | null> {
  if (order_key === undefined) return null
  const signal = { kind: 'claimed-order', facts: `${brand_id} ${order_key}` } as const
  await lockFacts(tx, signal)
  const claimed = [eq(claims.brand_id, brand_id!), eq(claims.order_key, order_key)]
  const own = await findFirst(tx, ...claimed, eq(claims.user_id, userId))
  if (own) return refused('exists', { claimId: own.id })
  const owner = await findSaleOwner(tx, userId, { storeId: brand_id!, key: order_key }, { isReported: true })
  if (owner === userId) return isOfVisit ? null : refused('order-reported')
  // The guest's purchase may be the member's own, so that it is no sign of fraud.
  if (owner === GUEST_ID) return refused('order-taken')
  if (owner !== null) {
    await raiseSignal(tx, { ...signal, facts: `${signal.facts} reported`, members: [userId], named: [owner] })
    return refused('order-taken')
  }
  const other = await findFirst(tx, ...claimed, ne(claims.user_id, userId))
  if (other) await raiseSignal(tx, { ...signal, members: [], named: [other.user_id, userId] })
  return null
}
