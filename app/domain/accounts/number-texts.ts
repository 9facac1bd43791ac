import { addressMessages } from '~/messages/address'
import { describeRefusal, type AuthError } from './refusals'

type Refusal =
  | { reason: 'sameNumber' | 'phoneTaken' | 'wrongPassword' }
  | (Parameters<typeof describeRefusal>[1] & {
      reason: 'busy' | 'failed' | 'tooMany' | 'wait' | 'notSent' | 'ended' | 'unanswered' | 'wrong'
    })

const { same, taken } = addressMessages.lostNumber

export function explainNumberRefusal(refusal: Refusal): AuthError {
  switch (refusal.reason) {
    case 'sameNumber':
      return { errors: { phone_number: same } }
    case 'phoneTaken':
      return { errors: { phone_number: taken } }
    case 'wrongPassword': {
      const { message } = describeRefusal('otp', { reason: 'wrongPassword' })
      return { errors: { password: message!.text! } }
    }
    default:
      return describeRefusal('otp', refusal)
  }
}
