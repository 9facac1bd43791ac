import type { Message } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import type { PayoutMethod } from './payout-details'

const { added, bankChanged, bankNotAdded, bankNotChanged, upiChanged, upiNotAdded, upiNotChanged } =
  moneyMessages.payoutDetails

export type Saved =
  { ok: true; change: 'added' | 'changed' } | { ok: false; reason: 'adding-failed' | 'changing-failed' }

type Result = 'added' | 'changed' | 'adding-failed' | 'changing-failed'

const texts = {
  bank: { added, changed: bankChanged, 'adding-failed': bankNotAdded, 'changing-failed': bankNotChanged },
  upi: { added, changed: upiChanged, 'adding-failed': upiNotAdded, 'changing-failed': upiNotChanged },
} satisfies Record<PayoutMethod, Record<Result, Message>>

export const savedText = (method: PayoutMethod, saved: Saved) =>
  texts[method][saved.ok ? saved.change : saved.reason]
