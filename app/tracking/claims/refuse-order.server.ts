import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import { refused, type Refused } from '~/outcome'
import { raiseSignal } from '~/signals/signals.server'
import { GUEST_ID } from '../guest'
import type { Claim } from './claim'
import { findSaleOwner } from './find-sale-owner.server'

export type OrderRefusal =
  /** Another member claimed the order, or has the reported sale: a signal is raised. */
  Refused<'order-taken' | 'order-reported'> | Refused<'exists', { claimId: number }>

export async function findFirst(tx: Tx, ...conditions: SQL[]): Promise<Pick<Claim, 'id' | 'user_id'> | null> {
  const [first] = await tx
    .select({ id: claims.id, user_id: claims.user_id })
    .from(claims)
    .where(and(...conditions))
  return first ?? null
}

/** Only one claim per store and order number, over all members; a second one raises a signal. */
export async function refuseOrder(
  tx: Tx,
  userId: number,
  { brand_id, order_key }: { brand_id?: number; order_key?: string },
  isOfVisit = false,
): Promise<OrderRefusal | null> {
  if (order_key === undefined) return null
  const first = await findFirst(tx, eq(claims.brand_id, brand_id!), eq(claims.order_key, order_key))
  if (first?.user_id === userId) return refused('exists', { claimId: first.id })
  const owner = first?.user_id ?? (await findSaleOwner(tx, userId, { brandId: brand_id!, key: order_key }))
  if (owner === null || owner === userId)
    return owner === null || isOfVisit ? null : refused('order-reported')
  // The guest's purchase may be the member's own, so that it is no sign of fraud.
  if (owner === GUEST_ID) return refused('order-taken')
  await raiseSignal(tx, {
    kind: 'claimed-order',
    facts: `${brand_id} ${order_key}`,
    members: [owner, userId],
  })
  return refused('order-taken')
}
