/** What each change and job does to money and protections. From it follows whether the desk asks for a fresh code. */

export type Effect =
  /** Ends in more money in a wallet, or in less debt. */
  | 'credits'
  /** Sends money out of the house, or says that it was sent. */
  | 'pays'
  /** Data of persons, or accounts, leave the desk. */
  | 'exports'
  /** Changes what shoppers are promised, or the ceiling of what a sale may lose. */
  | 'prices'
  /** Somebody can do or see more than before. */
  | 'widens access'
  /** A hold, signal, limit or closed month protects less than before. */
  | 'weakens a protection'
  /** Stops, holds or ends something. It takes effect at once. */
  | 'narrows'

const none: readonly Effect[] = []

const EFFECTS: Record<string, readonly Effect[]> = {
  'adjustments add': ['credits'],
  'adjustments approve': ['credits'],
  'adjustments refuse': ['narrows'],
  'approvals refuse': ['narrows'],
  'audit accept': ['weakens a protection'],
  'bank other': ['pays'],
  'bank reconcile': ['pays'],
  'books close': ['narrows'],
  'books files': ['exports'],
  'books reopen': ['weakens a protection'],
  'catalogue rank': none,
  'catalogue hide': ['narrows'],
  'catalogue unhide': none,
  'catalogue holding': ['prices', 'weakens a protection'],
  'catalogue promise': ['prices'],
  'catalogue import': ['prices'],
  'catalogue accept': ['prices', 'weakens a protection'],
  'claims credit': ['credits'],
  'claims goodwill': ['credits'],
  'claims proof': ['exports'],
  'claims export': ['exports'],
  'claims send': none,
  'claims answer': none,
  'claims decline': ['narrows'],
  'conflicts resolve': ['weakens a protection'],
  'conversions explain': none,
  'conversions reconcile': ['credits'],
  'flash-sale set': none,
  'pages purge': none,
  'images refetch': none,
  'images purge': none,
  'images purge-unused': none,
  'networks allocate': none,
  'networks confirm-links': ['weakens a protection'],
  'networks forbid-link': ['narrows'],
  'networks write-off': ['pays'],
  'networks reverse': ['pays'],
  'networks paid': ['pays'],
  'newsletter cancel': ['narrows'],
  'newsletter resume': none,
  'newsletter stop': ['narrows'],
  'newsletter send': ['exports'],
  'newsletter test': none,
  'notes add': none,
  'operators change': ['widens access'],
  'operators enable': ['widens access'],
  'operators disable': ['narrows'],
  'operators invite': ['widens access'],
  'operators desk': ['widens access'],
  'operators confirm': ['widens access'],
  'operators accept': none,
  'operators second-factor': ['widens access'],
  'otp unlock': ['weakens a protection'],
  'postbacks replay': ['credits'],
  'postbacks accept': ['credits'],
  'postbacks dismiss': ['narrows'],
  'rates set-store': ['prices'],
  'rates set-offer': ['prices'],
  'settings set': ['weakens a protection'],
  'settings approve': ['weakens a protection'],
  'shortlinks add': none,
  'signals clear': ['weakens a protection'],
  'signals uphold': ['narrows'],
  'stores set': none,
  'subscribers export': ['exports'],
  'users lift': ['credits', 'weakens a protection'],
  'users hold': ['narrows'],
  'users release': ['weakens a protection'],
  'users statement': ['exports'],
  'users export': ['exports'],
  'users erase': ['narrows', 'weakens a protection'],
  'users unsubscribe': ['narrows'],
  'withdrawals approve': ['pays'],
  'withdrawals ask': ['pays'],
  'withdrawals import': ['pays'],
  'withdrawals reprint': ['exports', 'pays'],
  'withdrawals unbatch': ['weakens a protection'],
  'withdrawals export': ['pays', 'exports'],
  'withdrawals refuse': ['credits'],
  'withdrawals paid': ['pays'],
  'withdrawals correct-utr': ['pays'],
  'withdrawals fail': ['credits'],
  'withdrawals returned': ['credits'],
}

/** Undefined: the operation has no row, which a test refuses. */
const findEffects = (name: string): readonly Effect[] | undefined => EFFECTS[name]

export const listEffects = (): [name: string, effects: readonly Effect[]][] => Object.entries(EFFECTS)

/** A session alone must not move money, take data out, or weaken what protects them. */
export const needsFreshCode = (name: string): boolean =>
  (findEffects(name) ?? []).some((effect) => effect !== 'narrows')
