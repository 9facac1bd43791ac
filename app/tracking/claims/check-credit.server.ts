import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { hasLeft } from '~/accounts/users.server'
import type { Tx } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import { conversions } from '~/db/schema/conversions'
import { users } from '~/db/schema/members'
import { postbackInbox, unsettled } from '~/db/schema/postback-inbox'
import { refused, type Refused } from '~/outcome'
import { hasOpenSignal } from '~/signals/signals.server'
import type { Conversion } from '../conversion'
import type { QuarantineReason } from '../conversion-states'
import type { Claim } from './claim'
import { findSaleOwner } from './find-sale-owner.server'

export type CreditRefusal =
  | Refused<'not-found' | 'deleted' | 'signal-open' | 'no-order' | 'order-reported' | 'no-sale' | 'no-more'>
  | Refused<'other-state' | 'other-kind', { claim: Claim }>
  | Refused<'report-waits', { postback: number }>
  | Refused<'not-approved', { sale: Conversion }>
  | Refused<'not-applied', { because: QuarantineReason | null }>

export const isReported = async (tx: Tx, { user_id, brand_id }: Claim, key: string, exceptClick?: string) =>
  (await findSaleOwner(tx, user_id, { brandId: brand_id!, key }, exceptClick)) !== null

export async function isOrderUsedElsewhere(tx: Tx, claim: Claim, key: string): Promise<boolean> {
  const { id, brand_id, click_id } = claim
  const [other] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.brand_id, brand_id!), eq(claims.order_key, key), ne(claims.id, id)))
  return other !== undefined || isReported(tx, claim, key, click_id!)
}

export async function refuseMember(tx: Tx, claim: Claim): Promise<CreditRefusal | null> {
  if (await hasLeft(tx, claim.user_id)) return refused('deleted')
  const [member] = await tx
    .select({ hasSignal: hasOpenSignal(claim.user_id) })
    .from(users)
    .where(eq(users.id, claim.user_id))
  return member!.hasSignal ? refused('signal-open') : null
}

/** Refuses while reports of the visit wait. An unreadable report names the click only in `raw`. */
export async function refuseWaitingReport(tx: Tx, clickId: string): Promise<CreditRefusal | null> {
  const [row] = await tx
    .select({ id: postbackInbox.id })
    .from(postbackInbox)
    .where(
      and(
        unsettled(postbackInbox),
        or(
          eq(postbackInbox.click_id, clickId),
          and(
            isNull(postbackInbox.click_id),
            sql`EXISTS (SELECT 1 FROM jsonb_each_text(${postbackInbox.raw}) sent WHERE sent.value = ${clickId})`,
          ),
        ),
      ),
    )
    .limit(1)
  return row ? refused('report-waits', { postback: row.id }) : null
}

export async function findOwnSale(
  tx: Tx,
  { click_id, user_id }: Claim,
  id: number,
): Promise<Conversion | null> {
  const [sale] = await tx
    .select()
    .from(conversions)
    .where(and(eq(conversions.id, id), eq(conversions.click_id, click_id!), eq(conversions.user_id, user_id)))
  return sale ?? null
}
