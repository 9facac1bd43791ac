/** A credit is a sale at the visit's rate and cap (docs/rules.md#56). Locks: the budget, the claim, then as a report. */
import { eq, and, inArray, isNull, ne, or, sql, desc } from 'drizzle-orm'
import { hasLeft } from '~/domain/accounts/users.server'
import { lockBudget, type Hand } from '~/domain/wallet/budget.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { databaseError, type Tx, type Reader } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { users } from '~/platform/db/schema/members'
import { postbackInbox, unsettled } from '~/platform/db/schema/postback-inbox'
import { paise, type Paise } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { hasOpenSignal, lockFacts } from '~/domain/signals/signals.server'
import { type Conversion, isEnd, type QuarantineReason } from './conversions'
import { applyInOrder } from './sales/inbox-order.server'
import { type Claim, isOrderKind, toOrderKey } from './claim'
import { CLAIM_METHOD, buildClaimReport, type ClaimedSale } from './claims/claim-report'
import { addStep, lockClaim, mayBecome, updateClaim } from './claim-decisions.server'
import { findSaleOwner } from './claims/find-sale-owner.server'
import { formatVisitNumber } from './visit-number'

export interface ClaimCredit {
  amount: Paise
  orderNumber?: string | undefined
  /** The sale of the visit that is this order, pending or with too small an amount; none: no network has reported it. */
  saleId?: number | undefined
  /** The order is none of the sales that a credit is refused for otherwise. */
  isAnotherOrder?: boolean | undefined
  text: string
  /** Who credits it; none: the past of a demo, or a test. */
  hand?: Hand | undefined
}

/** `known`: the named sale as it was before. */
type CreditResult =
  | Done<{ before: Claim; claim: Claim; sale: Conversion; known: Conversion | null; cashback: Paise }>
  | CreditRefusal

/** Rolls back a credit that turns out to be refused after its sale was applied. */
class CreditRollback extends Error {
  constructor(readonly refusal: CreditRefusal) {
    super(refusal.reason)
  }
}

/** Within the caller's transaction the caller must roll back what is refused. Throws OverBudgetError. */
export async function creditClaim(id: number, credit: ClaimCredit, within?: Tx): Promise<CreditResult> {
  try {
    return await moneyTransaction((tx) => creditLocked(tx, id, credit), within)
  } catch (error) {
    if (error instanceof CreditRollback) return error.refusal
    // The member has another claim of this order.
    if (databaseError(error)?.constraint === 'claims_order') return refused('order-reported')
    throw error
  }
}

async function creditLocked(tx: Tx, id: number, credit: ClaimCredit): Promise<CreditResult> {
  await lockBudget(tx)
  const before = await lockClaim(tx, id)
  if (!before) return refused('not-found')
  if (!mayBecome(before, 'credited')) return refused('other-state', { claim: before })
  if (!isOrderKind(before.kind)) return refused('other-kind', { claim: before })
  const refusal = (await refuseMember(tx, before)) ?? (await refuseWaitingReport(tx, before.click_id!))
  if (refusal) return refusal
  const known = credit.saleId === undefined ? null : await findOwnSale(tx, before, credit.saleId)
  if (credit.saleId !== undefined) {
    if (!known) return refused('no-sale')
    if (isEnd(known.status)) return refused('sale-ended', { sale: known })
  }
  // The network's own number is right where the member typed another one.
  const orderNumber = known?.order_number ?? credit.orderNumber ?? before.order_number
  const orderKey = toOrderKey(orderNumber ?? '')
  if (!known && (orderNumber === null || orderKey === null)) return refused('no-order')
  if (!known && (await isReported(tx, before, orderKey!))) return refused('order-reported')
  const { amount, isAnotherOrder = false } = credit
  const newSale = { amount, orderKey: orderKey!, isAnotherOrder }
  const beside = known ? null : await refuseBesideSales(tx, before, newSale)
  if (beside) return beside
  const sale = await applyCredit(tx, {
    amount,
    hand: credit.hand,
    isAnotherOrder: !known && isAnotherOrder,
    claimId: id,
    clickId: before.click_id!,
    orderNumber,
    known,
  })
  // The click and the order are locked now, so that every earlier report or claim of them is visible.
  if (orderKey !== null && (await isOrderUsedElsewhere(tx, before, orderKey)))
    throw new CreditRollback(refused('order-reported'))
  const raced = known ? null : await refuseBesideSales(tx, before, { ...newSale, except: sale.id })
  if (raced) throw new CreditRollback(raced)
  const cashback = paise(sale.granted_paise - (known?.granted_paise ?? 0n))
  // An older report may just have credited as much as the claim would.
  if (cashback <= 0n) throw new CreditRollback(refused('no-more'))
  const claim = await updateClaim(tx, before, {
    state: 'credited',
    conversion_id: sale.id,
    awaits_report: true,
    order_key: orderKey,
  })
  await addStep(tx, claim, credit.text)
  return done({ before, claim, sale, known, cashback })
}

/** Throws CreditRollback unless the credit was applied as a whole. */
async function applyCredit(
  tx: Tx,
  { hand, ...claimed }: ClaimedSale & { known: Conversion | null; hand: Hand | undefined },
): Promise<Conversion> {
  const [click] = await tx
    .select({ network: clicks.network })
    .from(clicks)
    .where(eq(clicks.id, claimed.clickId))
  const [row] = await tx
    .insert(postbackInbox)
    .values({ network: click!.network, method: CLAIM_METHOD, raw: buildClaimReport(claimed) })
    .returning()
  const answer = claimed.known?.id ?? (claimed.isAnotherOrder ? 'new' : undefined)
  const {
    outcome,
    reason = null,
    saleId,
  } = await applyInOrder(tx, row!, {
    answer,
    manual: hand && { ...hand, source: 'claim' },
  })
  if (outcome !== 'applied') throw new CreditRollback(refused('not-applied', { because: reason }))
  const [sale] = await tx.select().from(conversions).where(eq(conversions.id, saleId!))
  return sale!
}

export type CreditRefusal =
  | Refused<'not-found' | 'deleted' | 'signal-open' | 'no-order' | 'order-reported' | 'no-sale' | 'no-more'>
  | Refused<'other-state' | 'other-kind', { claim: Claim }>
  | Refused<'report-waits', { postback: number }>
  | Refused<'sale-ended', { sale: Conversion }>
  /** Sales that may be the claimed order. */
  | Refused<'sale-of-visit' | 'like-sale', { sales: CaseSale[] }>
  | Refused<'not-applied', { because: QuarantineReason | null }>

const isReported = async (tx: Tx, { user_id, brand_id }: Claim, key: string, exceptClick?: string) =>
  (await findSaleOwner(
    tx,
    user_id,
    { storeId: brand_id!, key },
    { ...(exceptClick !== undefined && { exceptClick }) },
  )) !== null

/** Another claim that ended without a credit does not count. Waits for claims that are being opened. */
async function isOrderUsedElsewhere(tx: Tx, claim: Claim, key: string): Promise<boolean> {
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

async function refuseMember(tx: Tx, claim: Claim): Promise<CreditRefusal | null> {
  if (await hasLeft(tx, claim.user_id)) return refused('deleted')
  const [member] = await tx
    .select({ hasSignal: hasOpenSignal(claim.user_id) })
    .from(users)
    .where(eq(users.id, claim.user_id))
  return member!.hasSignal ? refused('signal-open') : null
}

/** Refuses while reports of the visit wait. An unreadable report names the click only in `raw`. */
async function refuseWaitingReport(tx: Tx, clickId: string): Promise<CreditRefusal | null> {
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

async function findOwnSale(tx: Tx, { click_id, user_id }: Claim, id: number): Promise<Conversion | null> {
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
async function refuseBesideSales(
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

export interface CaseSale extends Conversion {
  visit: string
  visitedAt: Date
  isOfVisit: boolean
}

const NEAR_DAYS = 7
const MOST_SALES = 50

/**
 * Sales that may be the claimed order: those of its visit, then the member's others at the store, of visits within a week of this
 * one or with an amount within a tenth of the order's. Empty for a claim about no visit.
 */
export async function listCaseSales(
  reader: Reader,
  { click_id, user_id, brand_id }: Pick<Claim, 'click_id' | 'user_id' | 'brand_id'>,
  amount: Paise | null,
): Promise<CaseSale[]> {
  if (click_id === null) return []
  const isOfVisit = eq(conversions.click_id, click_id)
  const visitedAt = sql`(SELECT k.created_at FROM clicks k WHERE k.id = ${click_id})`
  const rows = await reader
    .select({ sale: conversions, seq: clicks.seq, visitedAt: clicks.created_at })
    .from(conversions)
    .innerJoin(clicks, eq(clicks.id, conversions.click_id))
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .where(
      or(
        isOfVisit,
        and(
          eq(conversions.user_id, user_id),
          eq(campaigns.brand_id, brand_id!),
          or(
            sql`${clicks.created_at} BETWEEN ${visitedAt} - make_interval(days => ${NEAR_DAYS}) AND ${visitedAt} + make_interval(days => ${NEAR_DAYS})`,
            amount === null
              ? undefined
              : sql`abs(${conversions.sale_paise} - ${amount}::bigint) * 10 <= ${amount}::bigint`,
          ),
        ),
      ),
    )
    .orderBy(desc(isOfVisit), desc(conversions.id))
    .limit(MOST_SALES)
  return rows.map(({ sale, seq, visitedAt }) => ({
    ...sale,
    visit: formatVisitNumber(seq),
    visitedAt,
    isOfVisit: sale.click_id === click_id,
  }))
}
