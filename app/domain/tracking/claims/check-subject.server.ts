import type { Tx } from '~/platform/db/client.server'
import type { Paise } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import type { Conversion } from '../conversions'
import {
  type ClaimKind,
  findVisitProblem,
  findWithdrawalProblem,
  isAppealAbout,
  readAppOrders,
  toOrderKey,
  type VisitProblem,
  type WithdrawalProblem,
} from '../claim'
import type { FileRefusal, TooManyLately } from '../claim-proofs.server'
import { findVisitFacts, findWithdrawalFacts } from './find-subject.server'
import { refuseOrder, type OrderRefusal } from './refuse-order.server'

export type ClaimSubject = { visit: string } | { withdrawal: number }

export interface NewClaim {
  kind: ClaimKind
  text: string
  orderNumber?: string | undefined
  amount?: Paise | undefined
  isAppOrder?: boolean | undefined
  /** The file that is sent with the claim: both are stored, or neither. */
  proof?: Uint8Array | undefined
}

export type OpenRefusal =
  | VisitProblem
  | WithdrawalProblem
  | Refused<'not-found' | 'other-kind' | 'too-many-open' | 'app-order' | 'no-order'>
  | OrderRefusal
  | FileRefusal
  | TooManyLately

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
  subject: ClaimSubject,
  given: NewClaim,
): Promise<SubjectResult> =>
  'visit' in subject
    ? readVisit(tx, userId, subject.visit, given)
    : readWithdrawal(tx, userId, subject.withdrawal, given)

async function readVisit(tx: Tx, userId: number, number: string, given: NewClaim): Promise<SubjectResult> {
  const { kind } = given
  if (kind === 'withdrawal') return refused('other-kind')
  const about = await findVisitFacts(tx, userId, number)
  if (!about) return refused('not-found')
  const problem = findVisitProblem(kind, about)
  if (problem) return problem
  const { visit, sales } = about
  const facts: Facts = { click_id: visit.clickId, brand_id: visit.storeId }
  if (kind === 'question') return done({ facts })
  if (given.isAppOrder && readAppOrders(visit) === 'no') return refused('app-order')
  return readOrder(tx, userId, sales, { ...given, facts })
}

async function readOrder(
  tx: Tx,
  userId: number,
  sales: Conversion[],
  { kind, orderNumber, facts }: NewClaim & { facts: Facts },
): Promise<SubjectResult> {
  const isAppeal = isAppealAbout(sales)
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
  const about = await findWithdrawalFacts(tx, userId, id)
  if (!about) return refused('not-found')
  return findWithdrawalProblem(kind, about) ?? done({ facts: { withdrawal_id: id } })
}
