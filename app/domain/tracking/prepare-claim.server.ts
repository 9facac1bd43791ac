import { findHiddenUntil, HIDDEN_HINT } from '~/domain/accounts/payout-hold.server'
import { db } from '~/platform/db/client.server'
import { formatDate, formatTime } from '~/platform/formats/dates'
import { readRowId } from '~/platform/formats/ids'
import { formatPlain, formatRupees } from '~/platform/formats/money'
import { refused } from '~/platform/outcome'
import { formatVisitNumber, readVisitNumber } from './visit-number'
import {
  type ClaimKind,
  findVisitProblem,
  isAppealAbout,
  listVisitKinds,
  type VisitProblem,
  findWithdrawalProblem,
  isOrderKind,
  readAppOrders,
  type WithdrawalProblem,
} from './claim'
import { findVisitFacts, findWithdrawalFacts } from './claims/find-subject.server'
import { type ClaimSubject } from './claims/check-subject.server'
import { KIND_TITLES, explainClaimProblem } from './claim-words'
import { hasMostOpen } from './member-claims.server'

export interface PreparedClaim {
  about: ClaimSubject
  facts: [name: string, value: string][]
  heading: string
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
  const [about, isAtLimit] = await Promise.all([findVisitFacts(db, userId, number), hasMostOpen(db, userId)])
  if (!about) return null
  const { visit, sales } = about
  const kinds = listVisitKinds(sales)
  const kind = choose(kinds, wanted)
  const known = kind === 'other-order' ? undefined : sales[0]
  return {
    about: { visit: formatVisitNumber(readVisitNumber(number)!) },
    facts: [
      ['Store', visit.store],
      ['Visit', `${formatVisitNumber(readVisitNumber(number)!)}, ${formatTime(visit.at)} (India)`],
    ],
    heading: `${KIND_TITLES[kind]}: ${visit.store}`,
    kinds,
    kind,
    orderNumber: known?.order_number ?? '',
    amount:
      known && known.sale_paise !== null && kind !== 'wrong-amount' ? formatPlain(known.sale_paise) : '',
    asksPlace: isOrderKind(kind) && readAppOrders(visit) === 'no',
    isAppeal: kind === 'missing' && isAppealAbout(sales),
    ...explainProblem(findVisitProblem(kind, about), isAtLimit),
  }
}

function explainProblem(
  problem: VisitProblem | WithdrawalProblem | null,
  isAtLimit: boolean,
): Pick<PreparedClaim, 'problem' | 'claimId'> {
  if (problem?.reason === 'exists') return { problem: null, claimId: problem.claimId }
  const refusal = problem ?? (isAtLimit ? refused('too-many-open') : null)
  return { problem: refusal && explainClaimProblem(refusal), claimId: null }
}

async function prepareForWithdrawal(
  userId: number,
  id: number,
  wanted: string | null,
): Promise<PreparedClaim | null> {
  const [found, hidden, isAtLimit] = await Promise.all([
    findWithdrawalFacts(db, userId, id),
    findHiddenUntil(userId),
    hasMostOpen(db, userId),
  ])
  if (!found) return null
  const { withdrawal, paidAt } = found
  const kinds: ClaimKind[] = paidAt ? ['withdrawal', 'question'] : ['question']
  const kind = choose(kinds, wanted)
  const problem = findWithdrawalProblem(kind, found)
  return {
    about: { withdrawal: id },
    facts: [
      ['Withdrawal', formatRupees(withdrawal.amount_paise)],
      [withdrawal.method === 'upi' ? 'UPI' : 'Bank', hidden ? HIDDEN_HINT : withdrawal.destination_hint],
      ['Paid', paidAt ? formatTime(paidAt) : 'not yet'],
      ['UTR', withdrawal.utr ?? 'none'],
    ],
    heading: `${KIND_TITLES[kind]}: withdrawal of ${formatRupees(withdrawal.amount_paise)}`,
    kinds,
    kind,
    orderNumber: '',
    amount: '',
    asksPlace: false,
    isAppeal: false,
    ...explainProblem(problem, isAtLimit),
    ...(problem?.reason === 'too-early' && {
      problem: `A payment can take two bank days. You can ask from ${formatDate(problem.from)}.`,
    }),
  }
}
