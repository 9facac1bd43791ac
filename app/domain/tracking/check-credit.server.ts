import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { hasLeft } from '~/accounts/users.server'
import type { Tx } from '~/platform/db/client.server'
import { claims } from '~/platform/db/schema/claims'
import { conversions } from '~/platform/db/schema/conversions'
import { users } from '~/platform/db/schema/members'
import { postbackInbox, unsettled } from '~/platform/db/schema/postback-inbox'
import type { Paise } from '~/platform/formats/money'
import { refused, type Refused } from '~/platform/outcome'
import { hasOpenSignal, lockFacts } from '~/signals/signals.server'
import type { Conversion } from './conversion'
import { isEnd, type QuarantineReason } from './conversions'
import { listCaseSales, type CaseSale } from './case-sales.server'
import type { Claim } from './claim'
import { toOrderKey } from './claim-rules'
import { findSaleOwner } from './claims/find-sale-owner.server'

export type CreditRefusal =
  | Refused<'not-found' | 'deleted' | 'signal-open' | 'no-order' | 'order-reported' | 'no-sale' | 'no-more'>
  | Refused<'other-state' | 'other-kind', { claim: Claim }>
  | Refused<'report-waits', { postback: number }>
  | Refused<'sale-ended', { sale: Conversion }>
  /** Sales that may be the claimed order. */
  | Refused<'sale-of-visit' | 'like-sale', { sales: CaseSale[] }>
  | Refused<'not-applied', { because: QuarantineReason | null }>

export const isReported = async (tx: Tx, { user_id, brand_id }: Claim, key: string, exceptClick?: string) =>
  (await findSaleOwner(
    tx,
    user_id,
    { brandId: brand_id!, key },
    { ...(exceptClick !== undefined && { exceptClick }) },
  )) !== null

/** Another claim that ended without a credit does not count. Waits for claims that are being opened. */
export async function isOrderUsedElsewhere(tx: Tx, claim: Claim, key: string): Promise<boolean> {
  const { id, brand_id, click_id } = claim
  await lockFacts(tx, { kind: 'claimed-order', facts: `${brand_id} ${key}` })
  const [other] = await tx
    .select({ id: claims.id })
    .from(claims)

    .where(
      and(
        eq(claims.brand_id, brand_id!),
        eq(claims.order_key, key),
        ne(claims.id, id),
        inArray(claims.state, ['received', 'sent', 'credited']),
      ),
    )
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

interface NewSale {
  amount: Paise
  orderKey: string
  isAnotherOrder: boolean
  /** The sale that this credit has made. */
  except?: number
}

/**
 * Why a new sale would pay a purchase again: a typed order number does not identify it. An operator may say that it is another order
 * than sales of the visit, or of another visit with the same amount. Ended sales count for nothing, except under the same number.
 */
export async function refuseBesideSales(
  tx: Tx,
  claim: Claim,
  { amount, orderKey, isAnotherOrder, except }: NewSale,
): Promise<CreditRefusal | null> {
  const others = (await listCaseSales(tx, claim, amount)).filter(({ id }) => id !== except)
  const hasOrder = ({ order_number }: CaseSale) => toOrderKey(order_number ?? '') === orderKey
  if (others.some((sale) => sale.isOfVisit && hasOrder(sale))) return refused('order-reported')
  if (isAnotherOrder) return null
  const open = others.filter(({ status }) => !isEnd(status))
  const ofVisit = open.filter(({ isOfVisit }) => isOfVisit)
  if (ofVisit.length) return refused('sale-of-visit', { sales: ofVisit })
  const like = open.filter(({ sale_paise }) => sale_paise === amount)
  return like.length ? refused('like-sale', { sales: like }) : null
}
