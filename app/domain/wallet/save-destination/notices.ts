import { randomUUID } from 'node:crypto'
import type { PayoutHold } from '~/domain/accounts/payout-hold.server'
import { formatTime } from '~/platform/formats/dates'
import type { NewNotification } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import type { PayoutMethod } from '../destinations'

const WORDS = {
  bank: { added: 'your bank details were added', changed: 'your bank details changed' },
  upi: { added: 'your UPI ID was added', changed: 'your UPI ID changed' },
}

interface DestinationChange {
  method: PayoutMethod
  change: 'added' | 'changed'
  hint: string
  hold: PayoutHold | null
}

export const describeChange = (method: PayoutMethod, change: DestinationChange['change']): string =>
  WORDS[method][change]

export function makeDestinationNotice(userId: number, given: DestinationChange): NewNotification {
  const { method, change, hint, hold } = given
  const words = WORDS[method][change]
  const because = hold && hold.reason !== words ? `, because ${hold.reason}` : ''
  const held = hold
    ? `For your safety withdrawals are on hold until ${formatTime(hold.until)}${because}. `
    : ''
  return {
    userId,
    topic: 'safety',
    reference: `payout-details:${method}:${change}:${randomUUID()}`,
    title: `Y${words.slice(1)}`,
    body: `${held}Withdrawals can ${hold ? 'then' : 'now'} go to ${hint}. Was it not you? Change your password and write to us.`,
    href: paths.changePassword,
    sms: [hint],
  }
}
