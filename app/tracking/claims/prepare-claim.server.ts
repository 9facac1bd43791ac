import { eq } from 'drizzle-orm'
import { findHiddenUntil, HIDDEN_HINT } from '~/accounts/payout-hold.server'
import { db } from '~/db/client.server'
import { claims } from '~/db/schema/claims'
import { formatDate, formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import { readRowId } from '~/formats/ids'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { listSalesOfClicks } from '../sales-of-clicks.server'
import { readVisitNumber, writeVisitNumber } from '../visit-number'
import type { ClaimKind } from './claim'
import { findTiming, findWithdrawalStart, isAppealAbout, isOrderKind, readAppOrders } from './claim-rules'
import { findVisitSubject, findWithdrawalSubject, type VisitSubject } from './find-subject.server'
import type { Subject } from './check-subject.server'

export interface PreparedClaim {
  about: Subject
  facts: [name: string, value: string][]
  kinds: ClaimKind[]
  kind: ClaimKind
  orderNumber: string
  amount: string
  asksPlace: boolean
  isAppeal: boolean
  /** Why this kind of claim cannot be opened; null: it can. */
  problem: string | null
  claimId: number | null
}

interface ClaimRequest {
  visit: string | null
  withdrawal: string | null
  kind: string | null
}

/** Null if the subject is unknown or another person's. */
export async function prepareClaim(userId: number, wanted: ClaimRequest): Promise<PreparedClaim | null> {
  if (wanted.visit !== null) return prepareForVisit(userId, wanted.visit, wanted.kind)
  return prepareForWithdrawal(userId, readRowId(wanted.withdrawal), wanted.kind)
}

const choose = (kinds: ClaimKind[], kind: string | null): ClaimKind =>
  kinds.find((one) => one === kind) ?? kinds[0]!

async function prepareForVisit(
  userId: number,
  number: string,
  wanted: string | null,
): Promise<PreparedClaim | null> {
  const visit = await findVisitSubject(db, userId, number)
  if (!visit) return null
  const [sales, earlier] = await Promise.all([
    listSalesOfClicks(db, [visit.clickId]),
    db.select().from(claims).where(eq(claims.click_id, visit.clickId)),
  ])
  const isAppeal = isAppealAbout(sales)
  const kinds: ClaimKind[] =
    sales.length && !isAppeal ? ['wrong-amount', 'other-order', 'question'] : ['missing', 'question']
  const kind = choose(kinds, wanted)
  const [sale] = sales
  const known = kind === 'other-order' ? undefined : sale
  const first = earlier.find((claim) => (claim.kind === 'question') === (kind === 'question'))
  return {
    about: { visit: writeVisitNumber(readVisitNumber(number)!) },
    facts: [
      ['Store', visit.store],
      ['Visited', `${formatTime(visit.at)} (India)`],
    ],
    kinds,
    kind,
    orderNumber: known?.order_number ?? '',
    amount:
      known && known.sale_paise !== null && kind !== 'wrong-amount' ? formatPlain(known.sale_paise) : '',
    asksPlace: isOrderKind(kind) && readAppOrders(visit) === 'no',
    isAppeal: isAppeal && kind === 'missing',
    problem: isOrderKind(kind) ? explainProblem(visit, isAppeal) : null,
    claimId: first?.id ?? null,
  }
}

function explainProblem(visit: VisitSubject, isAppeal: boolean): string | null {
  const { from, isEarly, isLate } = findTiming(visit, isAppeal)
  const { tooEarly, tooLate, storeTakesNone } = moneyMessages.claims
  if (isEarly) return fill(tooEarly, { date: formatDate(from) })
  if (isLate) return tooLate.text
  return visit.takes_claims === false ? storeTakesNone.text : null
}

async function prepareForWithdrawal(
  userId: number,
  id: number,
  wanted: string | null,
): Promise<PreparedClaim | null> {
  const found = await findWithdrawalSubject(db, userId, id)
  if (!found) return null
  const { withdrawal, paidAt } = found
  const kinds: ClaimKind[] = paidAt ? ['withdrawal', 'question'] : ['question']
  const kind = choose(kinds, wanted)
  const [earlier, hidden] = await Promise.all([
    db.select().from(claims).where(eq(claims.withdrawal_id, id)),
    findHiddenUntil(userId),
  ])
  const from = paidAt && findWithdrawalStart(paidAt)
  return {
    about: { withdrawal: id },
    facts: [
      ['Withdrawal', formatRupees(withdrawal.amount_paise)],
      [withdrawal.method === 'upi' ? 'UPI' : 'Bank', hidden ? HIDDEN_HINT : withdrawal.destination_hint],
      ['Paid', paidAt ? formatTime(paidAt) : 'not yet'],
      ['UTR', withdrawal.utr ?? 'none'],
    ],
    kinds,
    kind,
    orderNumber: '',
    amount: '',
    asksPlace: false,
    isAppeal: false,
    problem:
      kind === 'withdrawal' && from && Date.now() < from.getTime()
        ? `A payment can take two bank days. You can ask from ${formatDate(from)}.`
        : null,
    claimId: earlier.find((claim) => claim.kind === kind)?.id ?? null,
  }
}
