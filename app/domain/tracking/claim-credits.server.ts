/** A credit is a sale at the visit's rate and cap (docs/rules.md#56). Locks: the budget, the claim, then as a report. */
import { eq } from 'drizzle-orm'
import { databaseError, type Tx } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { paise, type Paise } from '~/platform/formats/money'
import { done, refused, type Done } from '~/platform/outcome'
import { lockBudget, type Hand } from '~/domain/wallet/budget.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import type { Conversion } from './conversion'
import { isEnd } from './conversions'
import { applyInOrder } from './sales/inbox-order.server'
import type { Claim } from './claim'
import { CLAIM_METHOD, writeClaimReport, type ClaimedSale } from './claims/claim-report'
import { isOrderKind, toOrderKey } from './claim-rules'
import {
  findOwnSale,
  isOrderUsedElsewhere,
  isReported,
  refuseBesideSales,
  refuseMember,
  refuseWaitingReport,
  type CreditRefusal,
} from './check-credit.server'
import { addStep, lockClaim, mayBecome, updateClaim } from './claim-decisions.server'

export interface Credit {
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
export async function creditClaim(id: number, credit: Credit, within?: Tx): Promise<CreditResult> {
  try {
    return await moneyTransaction((tx) => creditLocked(tx, id, credit), within)
  } catch (error) {
    if (error instanceof CreditRollback) return error.refusal
    // The member has another claim of this order.
    if (databaseError(error)?.constraint === 'claims_order') return refused('order-reported')
    throw error
  }
}

async function creditLocked(tx: Tx, id: number, credit: Credit): Promise<CreditResult> {
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
    .values({ network: click!.network, method: CLAIM_METHOD, raw: writeClaimReport(claimed) })
    .returning()
  const answer = claimed.known?.id ?? (claimed.isAnotherOrder ? 'new' : undefined)
  const {
    outcome,
    reason = null,
    conversionId,
  } = await applyInOrder(tx, row!, {
    answer,
    manual: hand && { ...hand, source: 'claim' },
  })
  if (outcome !== 'applied') throw new CreditRollback(refused('not-applied', { because: reason }))
  const [sale] = await tx.select().from(conversions).where(eq(conversions.id, conversionId!))
  return sale!
}
