import { formatTime } from '~/platform/formats/dates'
import { fill, type Message } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import type { PayoutMethod } from './destinations'
import type { SaveOutcome } from './payout-details.server'

const {
  added,
  bankChanged,
  bankNotAdded,
  bankNotChanged,
  hidden,
  tooMany,
  upiChanged,
  upiNotAdded,
  upiNotChanged,
} = moneyMessages.payoutDetails

const texts = {
  bank: { added, changed: bankChanged, 'adding-failed': bankNotAdded, 'changing-failed': bankNotChanged },
  upi: { added, changed: upiChanged, 'adding-failed': upiNotAdded, 'changing-failed': upiNotChanged },
} satisfies Record<PayoutMethod, Record<string, Message>>

export const formatHiddenText = (until: Date) => fill(hidden.text, { until: formatTime(until) })

export const formatTooMany = (until: Date) => fill(tooMany, { until: formatTime(until) })

export function formatSaveOutcome(
  method: PayoutMethod,
  saved: SaveOutcome,
): { title: string; text?: string } {
  if (saved.ok) return texts[method][saved.change]
  if (saved.reason === 'hidden') return { ...hidden, text: formatHiddenText(saved.until) }
  if (saved.reason === 'too-many')
    return { title: texts[method]['changing-failed'].title, text: formatTooMany(saved.until) }
  return texts[method][saved.reason]
}
