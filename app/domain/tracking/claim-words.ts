import { formatDate } from '~/platform/formats/dates'
import { CONTACT_US, TO_WALLET } from '~/messages/actions'
import { fill, type Message } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { paths } from '~/paths'
import type { ClaimKind, ClaimState, VisitProblem, WithdrawalProblem } from './claim'
import type { OpenRefusal } from './claims/check-subject.server'
import type { MessageRefusal } from './member-claims.server'
import type { ProofRefusal } from './claim-proofs.server'
import type { Refused } from '~/platform/outcome'

export const KIND_WORDS: Record<ClaimKind, string> = {
  missing: 'The cashback is missing',
  'wrong-amount': 'The amount is wrong',
  'other-order': 'One of several orders is missing',
  withdrawal: 'My withdrawal has not arrived',
  question: 'A question',
}

/** As headings. */
export const KIND_TITLES: Record<ClaimKind, string> = {
  missing: 'Missing cashback',
  'wrong-amount': 'Wrong amount',
  'other-order': 'Missing order',
  withdrawal: 'Not arrived',
  question: 'Question',
}

export const CLAIM_STATE_WORDS: Record<ClaimState, string> = {
  received: 'Received',
  sent: 'Sent to the store',
  answered: 'Answered',
  credited: 'Credited',
  declined: 'Declined',
}

export const formatClaimNumber = (id: number) => `CL-${id}`

const { claims } = moneyMessages

const TOO_MANY_OPEN: Message = {
  ...claims.tooManyOpen,
  actions: [{ label: 'My Cashback', href: paths.visits }],
}

const OPEN_PROBLEMS = {
  'too-late': { ...claims.tooLate, actions: [CONTACT_US] },
  'too-many-open': TOO_MANY_OPEN,
  'store-takes-none': { ...claims.storeTakesNone, actions: [CONTACT_US] },
  'app-order': claims.appOrder,
  'other-kind': claims.otherKind,
  'no-sale': claims.noSale,
  'not-paid': { ...claims.notPaid, actions: [TO_WALLET] },
  'not-found': { title: 'Not found', text: claims.noSubject },
}

const ORDER_PROBLEMS = {
  'no-order': claims.noOrder,
  'order-taken': claims.orderTaken,
  'order-reported': claims.orderReported,
}

interface ClaimProblem {
  notice?: Message
  errors?: Record<string, string>
  claimId?: number
}

export function explainOpenRefusal(refusal: OpenRefusal): ClaimProblem {
  switch (refusal.reason) {
    case 'exists':
      return { notice: claims.exists, claimId: refusal.claimId }
    case 'too-early':
      return {
        notice: { title: 'Too early', text: fill(claims.tooEarly, { date: formatDate(refusal.from) }) },
      }
    case 'no-order':
    case 'order-taken':
    case 'order-reported':
      return { errors: { order_number: ORDER_PROBLEMS[refusal.reason] } }
    case 'no-file':
    case 'too-large':
    case 'other-type':
    case 'too-many-lately':
      return { errors: { proof: PROOF_PROBLEMS[refusal.reason] } }
    default:
      return { notice: OPEN_PROBLEMS[refusal.reason] }
  }
}

/** Why no claim can be opened, in one line. */
export function explainClaimProblem(
  problem: VisitProblem | WithdrawalProblem | Refused<'too-many-open'>,
): string {
  const { title, text } = explainOpenRefusal(problem).notice!
  return (problem.reason === 'too-early' ? [text] : [title, text]).filter(Boolean).join('. ')
}

export const MESSAGE_PROBLEMS: Record<
  Exclude<(MessageRefusal | Refused<'no-appeal' | 'too-many-open'>)['reason'], 'not-found'>,
  Message
> = {
  'too-many-today': claims.tooManyToday,
  'no-appeal': { ...claims.noAppeal, actions: [CONTACT_US] },
  'too-many-open': TOO_MANY_OPEN,
}

export const PROOF_PROBLEMS: Record<Exclude<ProofRefusal['reason'], 'not-found'>, string> = {
  'no-file': claims.proofMissing,
  'too-large': claims.proofTooLarge,
  'other-type': claims.proofOther,
  'too-many': claims.proofTooMany,
  'too-many-lately': claims.proofTooManyLately,
}
