import { eq, ne } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import type { Paise } from '~/formats/money'
import { done, refused, type Done, type Refused } from '~/outcome'
import { listSalesOfClicks } from '../sales-of-clicks.server'
import type { ClaimKind } from './claim'
import { findTiming, findWithdrawalStart, isAppealAbout, readAppOrders, toOrderKey } from './claim-rules'
import { findVisitSubject, findWithdrawalSubject, type VisitSubject } from './find-subject.server'
import { findFirst, refuseOrder, type OrderRefusal } from './refuse-order.server'

export type Subject = { visit: string } | { withdrawal: number }

export interface NewClaim {
  kind: ClaimKind
  text: string
  orderNumber?: string | undefined
  amount?: Paise | undefined
  isAppOrder?: boolean | undefined
}

export type OpenRefusal =
  | Refused<
      | 'not-found'
      | 'other-kind'
      | 'too-many-open'
      | 'too-late'
      | 'store-takes-none'
      | 'app-order'
      | 'no-order'
      | 'no-sale'
      | 'not-paid'
    >
  | Refused<'too-early', { from: Date }>
  | OrderRefusal

interface Facts {
  click_id?: string
  brand_id?: number
  withdrawal_id?: number
  order_number?: string
  order_key?: string
  isAppeal?: boolean
}

type SubjectResult = Done<{ facts: Facts }> | OpenRefusal

export const checkSubject = (
  tx: Tx,
  userId: number,
  subject: Subject,
  given: NewClaim,
): Promise<SubjectResult> =>
  'visit' in subject
    ? readVisit(tx, userId, subject.visit, given)
    : readWithdrawal(tx, userId, subject.withdrawal, given)

async function readVisit(tx: Tx, userId: number, number: string, given: NewClaim): Promise<SubjectResult> {
  const { kind } = given
  if (kind === 'withdrawal') return refused('other-kind')
  const visit = await findVisitSubject(tx, userId, number)
  if (!visit) return refused('not-found')
  const isQuestion = kind === 'question'
  const isSameKind = isQuestion ? eq(claims.kind, kind) : ne(claims.kind, 'question')
  const first = await findFirst(tx, eq(claims.click_id, visit.clickId), isSameKind)
  if (first) return refused('exists', { claimId: first.id })
  const facts: Facts = { click_id: visit.clickId, brand_id: visit.brandId }
  if (isQuestion) return done({ facts })
  return readOrder(tx, userId, visit, { ...given, facts })
}

async function readOrder(
  tx: Tx,
  userId: number,
  visit: VisitSubject,
  { kind, orderNumber, isAppOrder, facts }: NewClaim & { facts: Facts },
): Promise<SubjectResult> {
  if (visit.takes_claims === false) return refused('store-takes-none')
  if (isAppOrder && readAppOrders(visit) === 'no') return refused('app-order')
  const sales = await listSalesOfClicks(tx, [visit.clickId])
  const isAppeal = isAppealAbout(sales)
  const { from, isEarly, isLate } = findTiming(visit, isAppeal)
  if (isEarly) return refused('too-early', { from })
  if (isLate) return refused('too-late')
  if (kind === 'wrong-amount' && !sales.length) return refused('no-sale')
  const order_key = toOrderKey(orderNumber ?? '')
  if (order_key === null)
    return kind === 'wrong-amount' ? done({ facts: { ...facts, isAppeal } }) : refused('no-order')
  const order = { ...facts, order_number: orderNumber!, order_key }
  const isOfVisit = sales.some((sale) => toOrderKey(sale.order_number ?? '') === order_key)
  const refusal = await refuseOrder(tx, userId, order, isOfVisit)
  return refusal ?? done({ facts: { ...order, isAppeal } })
}

async function readWithdrawal(
  tx: Tx,
  userId: number,
  id: number,
  { kind }: NewClaim,
): Promise<SubjectResult> {
  if (kind !== 'withdrawal' && kind !== 'question') return refused('other-kind')
  const found = await findWithdrawalSubject(tx, userId, id)
  if (!found) return refused('not-found')
  const first = await findFirst(tx, eq(claims.withdrawal_id, id), eq(claims.kind, kind))
  if (first) return refused('exists', { claimId: first.id })
  const facts = { withdrawal_id: id }
  if (kind === 'question') return done({ facts })
  if (!found.paidAt) return refused('not-paid')
  const from = findWithdrawalStart(found.paidAt)
  return Date.now() < from.getTime() ? refused('too-early', { from }) : done({ facts })
}
