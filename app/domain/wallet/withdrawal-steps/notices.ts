import { formatRupees } from '~/platform/formats/money'
import type { NewNotification } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import type { Withdrawal } from '../withdrawals'

/** A failure and its refund happen in one transaction and get one notification, that of the refund. */
type Step = Exclude<Withdrawal['status'], 'failed'>

const STEPS: Record<Step, { title: string; body: (amount: string, w: Withdrawal) => string }> = {
  requested: {
    title: 'Withdrawal requested',
    body: (amount, w) => `We are checking your request: ${amount} to ${w.destination_hint}.`,
  },
  processing: {
    title: 'Withdrawal in progress',
    body: (amount, w) => `${amount} is being paid to ${w.destination_hint}.`,
  },
  unknown: {
    title: 'Withdrawal delayed',
    body: (amount, w) =>
      `The bank has not said yet whether ${amount} reached ${w.destination_hint}. We keep asking; the money is safe.`,
  },
  paid: {
    title: 'Withdrawal paid',
    body: (amount, w) => `${amount} was paid to ${w.destination_hint}. Bank reference: ${w.utr}.`,
  },
  refunded: {
    title: 'Withdrawal failed',
    body: (amount, w) => `${amount} is back in your wallet. Reason: ${w.reason}.`,
  },
  cancelled: {
    title: 'Withdrawal cancelled',
    body: (amount) => `${amount} is back in your wallet.`,
  },
  returned: {
    title: 'Withdrawal returned',
    body: (amount, w) => `The bank sent ${amount} back; it is in your wallet again. Reason: ${w.reason}.`,
  },
}

export const makeCorrectionNotice = (withdrawal: Withdrawal, stepId: number): NewNotification => ({
  userId: withdrawal.user_id,
  topic: 'money',
  reference: `withdrawal:${withdrawal.id}:utr:${stepId}`,
  title: 'Bank reference corrected',
  body: `The bank reference of ${formatRupees(withdrawal.amount_paise)} to ${withdrawal.destination_hint} is ${withdrawal.utr}.`,
  href: paths.history,
})

export type CancelledNotice = 'called off' | 'refused'

const CANCELLED: Record<CancelledNotice, (typeof STEPS)[Step]> = {
  'called off': { title: 'Withdrawal called off', body: (_, w) => w.reason! },
  refused: {
    title: 'Withdrawal refused',
    body: (amount, w) => `${amount} went back to your wallet. Reason: ${w.reason}.`,
  },
}

export type DebtCause = 'a sale' | 'a correction'

const CANCELLED_FOR_DEBT: Record<DebtCause, string> = {
  'a sale': 'the store cancelled a sale behind it.',
  'a correction': 'we corrected your balance.',
}

export const describeDebtCancellation = (amount: bigint, because: DebtCause): string =>
  `Your withdrawal of ${formatRupees(amount)} was called off: ${CANCELLED_FOR_DEBT[because]}`

export function makeWithdrawalNotice(withdrawal: Withdrawal, by?: CancelledNotice): NewNotification {
  const step = by ? CANCELLED[by] : STEPS[withdrawal.status as Step]
  const amount = formatRupees(withdrawal.amount_paise)
  return {
    userId: withdrawal.user_id,
    topic: 'money',
    reference: `withdrawal:${withdrawal.id}:${withdrawal.status}`,
    title: step.title,
    body: step.body(amount, withdrawal),
    href: paths.history,
    ...(withdrawal.status === 'paid' && { sms: [amount, withdrawal.destination_hint] }),
  }
}
