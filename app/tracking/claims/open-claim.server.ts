import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { inTransaction, type Tx } from '~/db/client.server'
import { claimMessages, claims } from '~/db/schema/claims'
import { conversions } from '~/db/schema/conversions'
import { DAY_MS, midnightInIndia } from '~/formats/dates'
import type { Paise } from '~/formats/money'
import { done, refused, type Done, type Refused } from '~/outcome'
import { readSettings } from '~/settings/settings.server'
import { raiseSignal } from '~/signals/signals.server'
import { isEnd } from '../conversion-states'
import { GUEST_ID } from '../guest'
import type { Claim, ClaimKind } from './claim'
import { findWindow, findWithdrawalStart, MOST_OPEN, readAppOrders, toOrderKey } from './claim-rules'
import { findSaleOwner } from './find-sale-owner.server'
import { lockMember } from './lock-member.server'
import { findVisitSubject, findWithdrawalSubject, type VisitSubject } from './find-subject.server'

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
  | Refused<'exists', { claimId: number }>
  /** Another member claimed the order, or has the reported sale: a signal is raised. */
  | Refused<'order-taken'>
  | Refused<'order-reported'>

export type Opened = Done<{ claim: Claim }> | OpenRefusal

interface Facts {
  click_id?: string
  brand_id?: number
  withdrawal_id?: number
  order_number?: string
  order_key?: string
  isAppeal?: boolean
}

export const openClaim = (userId: number, subject: Subject, given: NewClaim): Promise<Opened> =>
  inTransaction(async (tx) => {
    if (!(await lockMember(tx, userId))) return refused('not-found')
    const about = await ('visit' in subject
      ? readVisit(tx, userId, subject.visit, given)
      : readWithdrawal(tx, userId, subject.withdrawal, given))
    if (!about.ok) return about
    const { isAppeal = false, ...facts } = about.facts
    const [open] = await tx
      .select({ n: count() })
      .from(claims)
      .where(and(eq(claims.user_id, userId), inArray(claims.state, ['received', 'sent'])))
    if (open!.n >= MOST_OPEN) return refused('too-many-open')
    const { CLAIM_ANSWER_DAYS } = await readSettings(tx)
    const [claim] = await tx
      .insert(claims)
      .values({
        user_id: userId,
        kind: given.kind,
        amount_paise: given.amount ?? null,
        answer_by: midnightInIndia(new Date(Date.now() + CLAIM_ANSWER_DAYS * DAY_MS)),
        appealed_at: isAppeal ? sql`now()` : null,
        ...facts,
      })
      .onConflictDoNothing()
      .returning()
    if (!claim) return (await refuseOrder(tx, userId, facts)) ?? refused('order-taken')
    await tx
      .insert(claimMessages)
      .values({ claim_id: claim.id, author: 'member', step: 'received', body: given.text })
    return done({ claim })
  })

type About = Done<{ facts: Facts }> | OpenRefusal

async function readVisit(tx: Tx, userId: number, number: string, given: NewClaim): Promise<About> {
  const { kind } = given
  if (kind === 'withdrawal') return refused('other-kind')
  const visit = await findVisitSubject(tx, userId, number)
  if (!visit) return refused('not-found')
  const isQuestion = kind === 'question'
  const [first] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(
      and(
        eq(claims.click_id, visit.clickId),
        isQuestion ? eq(claims.kind, kind) : ne(claims.kind, 'question'),
      ),
    )
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
): Promise<About> {
  if (visit.takes_claims === false) return refused('store-takes-none')
  if (isAppOrder && readAppOrders(visit) === 'no') return refused('app-order')
  const sales = await tx.select().from(conversions).where(eq(conversions.click_id, visit.clickId))
  const isAppeal = sales.length > 0 && sales.every(({ status }) => isEnd(status))
  const { from, until } = findWindow(visit.at, visit)
  if (Date.now() < from.getTime()) return refused('too-early', { from })
  if (!isAppeal && Date.now() > until.getTime()) return refused('too-late')
  if (kind === 'wrong-amount' && !sales.length) return refused('no-sale')
  const order_key = toOrderKey(orderNumber ?? '')
  if (order_key === null)
    return kind === 'wrong-amount' ? done({ facts: { ...facts, isAppeal } }) : refused('no-order')
  const order = { ...facts, order_number: orderNumber!, order_key }
  const isOfVisit = sales.some((sale) => toOrderKey(sale.order_number ?? '') === order_key)
  const refusal = await refuseOrder(tx, userId, order, isOfVisit)
  return refusal ?? done({ facts: { ...order, isAppeal } })
}

/** Only one claim per store and order number, over all members; a second one raises a signal. */
async function refuseOrder(
  tx: Tx,
  userId: number,
  { brand_id, order_key }: Facts,
  isOfVisit = false,
): Promise<OpenRefusal | null> {
  if (order_key === undefined) return null
  const [claimed] = await tx
    .select({ id: claims.id, owner: claims.user_id })
    .from(claims)
    .where(and(eq(claims.brand_id, brand_id!), eq(claims.order_key, order_key)))
  if (claimed?.owner === userId) return refused('exists', { claimId: claimed.id })
  const owner = claimed?.owner ?? (await findSaleOwner(tx, userId, { brandId: brand_id!, key: order_key }))
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

async function readWithdrawal(tx: Tx, userId: number, id: number, { kind }: NewClaim): Promise<About> {
  if (kind !== 'withdrawal' && kind !== 'question') return refused('other-kind')
  const found = await findWithdrawalSubject(tx, userId, id)
  if (!found) return refused('not-found')
  const [first] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.withdrawal_id, id), eq(claims.kind, kind)))
  if (first) return refused('exists', { claimId: first.id })
  const facts = { withdrawal_id: id }
  if (kind === 'question') return done({ facts })
  if (!found.paidAt) return refused('not-paid')
  const from = findWithdrawalStart(found.paidAt)
  return Date.now() < from.getTime() ? refused('too-early', { from }) : done({ facts })
}
