/** money.md, section 3, as one pure function: what a report does to a conversion. Rank decides, not the order of arrival. */
import { zero, type Paise } from '~/money'

/** What a network says of a sale, in our words. */
export type Report = 'pending' | 'approved' | 'rejected' | 'reversed'
/** 'none': nothing was reported yet. */
export type State = 'none' | Report

export interface Now {
  state: State
  /** What the shopper holds of it: pending, or granted. */
  cashback: Paise
  sale: Paise | null
}

export interface Event {
  report: Report
  cashback: Paise
  sale: Paise | null
}

export type Decision =
  | { outcome: 'applied'; state: Report; pending: Paise; granted: Paise }
  | { outcome: 'repeat' | 'stale' }
  | { outcome: 'quarantined'; reason: 'after-rejection' }

const become = (state: Report, amounts: { pending?: Paise; granted?: Paise } = {}): Decision => ({
  outcome: 'applied',
  state,
  pending: zero,
  granted: zero,
  ...amounts,
})

const isSame = (now: Now, event: Event) =>
  now.state === event.report && now.cashback === event.cashback && now.sale === event.sale

export function decide(now: Now, event: Event): Decision {
  const ends = event.report === 'rejected' || event.report === 'reversed'
  if (now.state === 'rejected' || now.state === 'reversed')
    return ends ? { outcome: 'repeat' } : { outcome: 'quarantined', reason: 'after-rejection' }
  if (ends) return become(now.state === 'approved' ? 'reversed' : 'rejected')
  if (now.state === 'approved' && event.report === 'pending') return { outcome: 'stale' }
  if (isSame(now, event)) return { outcome: 'repeat' }
  return event.report === 'pending'
    ? become('pending', { pending: event.cashback })
    : become('approved', { granted: event.cashback })
}
