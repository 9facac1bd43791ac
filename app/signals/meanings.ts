import type { SignalKind } from './signals.server'

interface Meaning {
  says: string
  look: string
}

export const MEANINGS: Record<SignalKind, Meaning> = {
  'same-destination': {
    says: 'their payouts go to the same bank account or UPI ID',
    look: 'A family may share an account. Many accounts, or a referrer among them, may be one person.',
  },
  'referral-device': {
    says: 'a member and the friend whom they referred signed in in the same browser',
    look: 'A family may share a phone. Check whether the friend buys only what the referral reward requires.',
  },
  'sign-up-burst': {
    says: 'their accounts were made within an hour from one network address',
    look: 'An office or a hostel has one address for all. Look at names, referrals and clicks.',
  },
  'click-burst': {
    says: 'clicks were refused because the member exceeded CLICKS_PER_HOUR',
    look: 'Probably a bot. Check which offers were clicked, and whether their sales are real.',
  },
  'claimed-order': {
    says: 'two members claimed one order of a store, or one claimed the sale of the other',
    look: 'A typing error is possible. Ask for the invoice, and compare names with the account.',
  },
  'returning-number': {
    says: 'an account of this number was deleted that owes or owed money, or was on hold',
    look: 'The number may belong to somebody else by now.',
  },
}

const UNKNOWN = { says: 'a kind that this version does not know', look: 'Look at its members.' }

/** Also explains a kind of signal that a later version has raised. */
export const explainSignal = (kind: string): Meaning => (MEANINGS as Record<string, Meaning>)[kind] ?? UNKNOWN
