/** The withdrawal form's fields, and the texts that answer it. */
import { z } from 'zod/v4'
import { formatTime } from '~/dates'
import { fill, messages, type Message } from '~/messages'
import { formatGrouped } from '~/money'
import type { WithdrawalRefusal } from './withdrawals.server'

/**
 * Section 3's field names: `type` is the method. `amount` stays text: requestWithdrawal() parses it, and its refusal
 * comes as the form's notice.
 */
export const withdrawalSchema = z.object({
  amount: z.string().default(''),
  type: z.enum(['bank', 'upi']).default('bank'),
  /** Made by the server for each form: the same key twice is one withdrawal. */
  request_key: z.uuid(),
})

const texts = {
  'invalid-amount': messages.withdrawal.invalidAmount,
  'no-details': messages.withdrawal.noDetails,
  'empty-wallet': messages.withdrawal.emptyWallet,
  'over-balance': messages.withdrawal.overBalance,
  'on-hold': messages.withdrawal.onHold,
} satisfies Record<WithdrawalRefusal['reason'], Message>

/** The spec's text for a refusal, with its figures. */
export function withdrawalText(refusal: WithdrawalRefusal): Message {
  const { title, text } = texts[refusal.reason]
  if (refusal.reason === 'over-balance')
    return { title, text: fill(text, { balance: formatGrouped(refusal.balance) }) }
  if (refusal.reason === 'on-hold')
    return { title, text: fill(text, { time: formatTime(refusal.until), reason: refusal.because }) }
  return { title, text }
}
