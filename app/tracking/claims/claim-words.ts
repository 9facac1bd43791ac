import { formatDate } from '~/formats/dates'
import { fill, type Message } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import type { ClaimKind, ClaimState } from './claim'
import type { Opened } from './open-claim.server'
import type { MessageRefusal } from './write-message.server'
import type { ProofRefusal } from './proofs.server'
import type { Refused } from '~/outcome'

export const KIND_WORDS: Record<ClaimKind, string> = {
  missing: 'The cashback is missing',
  'wrong-amount': 'The amount is wrong',
  'other-order': 'One of several orders is missing',
  withdrawal: 'My withdrawal has not arrived',
  question: 'A question',
}

export const CLAIM_STATE_WORDS: Record<ClaimState, string> = {
  received: 'Received',
  sent: 'Sent to the store',
  answered: 'Answered',
  credited: 'Credited',
  declined: 'Declined',
}

export const writeClaimNumber = (id: number) => `CL-${id}`

const { claims } = moneyMessages

export interface ClaimProblem {
  notice?: Message
  errors?: Record<string, string>
  claimId?: number
}

export function explainOpening(refusal: Exclude<Opened, { ok: true }>): ClaimProblem {
  switch (refusal.reason) {
    case 'exists':
      return { notice: claims.exists, claimId: refusal.claimId }
    case 'too-early':
      return {
        notice: { title: 'Too early', text: fill(claims.tooEarly, { date: formatDate(refusal.from) }) },
      }
    case 'too-late':
      return { notice: claims.tooLate }
    case 'too-many-open':
      return { notice: claims.tooManyOpen }
    case 'store-takes-none':
      return { notice: claims.storeTakesNone }
    case 'app-order':
      return { notice: claims.appOrder }
    case 'other-kind':
      return { notice: claims.otherKind }
    case 'no-sale':
      return { notice: claims.noSale }
    case 'not-paid':
      return { notice: claims.notPaid }
    case 'no-order':
      return { errors: { order_number: claims.noOrder } }
    case 'order-taken':
      return { errors: { order_number: claims.orderTaken } }
    case 'order-reported':
      return { errors: { order_number: claims.orderReported } }
    case 'not-found':
      return { notice: { title: 'Not found', text: claims.noSubject } }
  }
}

export const MESSAGE_PROBLEMS: Record<
  Exclude<(MessageRefusal | Refused<'no-appeal' | 'too-many-open'>)['reason'], 'not-found'>,
  Message
> = {
  'too-many-today': claims.tooManyToday,
  'no-appeal': claims.noAppeal,
  'too-many-open': claims.tooManyOpen,
}

export const PROOF_PROBLEMS: Record<Exclude<ProofRefusal['reason'], 'not-found'>, string> = {
  'no-file': claims.proofMissing,
  'too-large': claims.proofTooLarge,
  'other-type': claims.proofOther,
  'too-many': claims.proofTooMany,
  'too-many-lately': claims.proofTooManyLately,
}
