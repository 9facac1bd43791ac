/** decisions.md 11 and 12: what is wrong with a withdrawal, and in which words; the same in the browser and on the server. */
import { formatTime } from '~/dates'
import { fill, messages, type Message } from '~/messages'
import { formatGrouped, parseRupees, type Paise } from '~/money'
import { refused, type Refused } from '~/outcome'

/** No withdrawals until then, because ... */
export interface Hold {
  until: Date
  because: string
}

export type WithdrawalRefusal =
  | Refused<'invalid-amount' | 'no-details' | 'empty-wallet'>
  | Refused<'over-balance', { balance: Paise }>
  | Refused<'on-hold', Hold>

/** More than zero with at most two decimals, in paise; null for anything else. */
export function readAmount(text: string): Paise | null {
  const amount = parseRupees(text)
  return amount === 0n ? null : amount
}

interface Wallet {
  available: Paise
  hasDetails: boolean
  hold: Hold | null
}

/** The first thing that is wrong, in the order of decisions.md 12; null when nothing is. */
export function refuseWithdrawal(amount: Paise | null, wallet: Wallet): WithdrawalRefusal | null {
  if (amount === null) return refused('invalid-amount')
  if (!wallet.hasDetails) return refused('no-details')
  return refuseAmount(amount, wallet.available) ?? (wallet.hold && refused('on-hold', wallet.hold))
}

/** What can be said of an amount while it is typed: the balance. What is no amount yet may become one. */
export function refuseTyped(text: string, available: Paise): WithdrawalRefusal | null {
  const amount = readAmount(text)
  return amount === null ? null : refuseAmount(amount, available)
}

function refuseAmount(amount: Paise, available: Paise): WithdrawalRefusal | null {
  if (available === 0n) return refused('empty-wallet')
  return amount > available ? refused('over-balance', { balance: available }) : null
}

const texts = {
  'invalid-amount': messages.withdrawal.invalidAmount,
  'no-details': messages.withdrawal.noDetails,
  'empty-wallet': messages.withdrawal.emptyWallet,
  'over-balance': messages.withdrawal.overBalance,
  'on-hold': messages.withdrawal.onHold,
} satisfies Record<WithdrawalRefusal['reason'], Message>

/** The spec's text for a refusal, with its figures. */
export function withdrawalText(refusal: WithdrawalRefusal): Required<Message> {
  const { title, text } = texts[refusal.reason]
  if (refusal.reason === 'over-balance')
    return { title, text: fill(text, { balance: formatGrouped(refusal.balance) }) }
  if (refusal.reason === 'on-hold')
    return { title, text: fill(text, { time: formatTime(refusal.until), reason: refusal.because }) }
  return { title, text }
}
