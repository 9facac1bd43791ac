import type { SignalKind } from './signals.server'

interface Meaning {
  says: string
  look: string
}

export const MEANINGS: Record<SignalKind, Meaning> = {
  'same-destination': {
    says: 'a member saved the bank account or UPI ID that others were paid to',
    look: 'It is about who came later; the others are only named. A family may share an account: clear it once, and it is not raised about these two again. Many accounts, or a referrer among them, may be one person.',
  },
  'referral-device': {
    says: 'a member and the friend whom they referred signed in in the same browser',
    look: 'A family may share a phone. Check whether the friend buys only what the referral reward requires.',
  },
  'sign-up-burst': {
    says: 'their accounts were made within an hour from one network address',
    look: 'It blocks nobody until it is upheld: an office, a hostel or a mobile network has one address for all. Look at names, referrals and clicks.',
  },
  'click-burst': {
    says: 'clicks were refused because the member exceeded CLICKS_PER_HOUR',
    look: 'Probably a bot. Check which offers were clicked, and whether their sales are real.',
  },
  'claimed-order': {
    says: 'two members claimed one order of a store, or one claimed the sale of the other',
    look: 'Until the network reports the order, both claims wait and nobody is blocked; afterwards it is about who claimed the sale of the other. A typing error is possible. Ask for the invoice, and compare names with the account.',
  },
  'many-destinations': {
    says: 'one member saved, one after the other, destinations of more than three others',
    look: 'The others are not blocked. Look at what was earned and to whom it was paid.',
  },
  'burst-sharing': {
    says: 'members of one burst of sign-ups share a browser, a bank account or a UPI ID',
    look: 'Probably one person. A family in one home may be as well: look at names, referrals and clicks.',
  },
  'left-debt': {
    says: 'a new account saved the bank account or UPI ID to which a deleted account that owes was paid',
    look: 'Upholding it moves the debt to the new account, whose member is told. A family may share an account: then clear it.',
  },
  'returning-number': {
    says: 'an account of this number was deleted that owes or owed money, or was on hold',
    look: 'The number may belong to somebody else by now.',
  },
}

const UNKNOWN = { says: 'a kind that this version does not know', look: 'Look at its members.' }

/** Also explains a kind of signal that a later version has raised. */
export const explainSignal = (kind: string): Meaning => (MEANINGS as Record<string, Meaning>)[kind] ?? UNKNOWN
