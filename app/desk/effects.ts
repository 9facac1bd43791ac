/**
 * What each operation does to money, data and protections (docs/decisions/0092-effects.md). From it follow the fresh code at the
 * desk, which operations may wait for a second person, the mail about what stops, and the line in the log about a reading.
 */
import { isMasked } from './cells'
import type { Operation } from './operation'

export type Effect =
  /** Ends in more money in a wallet, or in less debt. */
  | 'credits'
  /** Sends money out of the house, or says that it was sent. */
  | 'pays'
  /** Data of persons, accounts, or mails to any address leave the desk. */
  | 'exports'
  /** Changes what shoppers are promised, or the ceiling of what a sale may lose. */
  | 'prices'
  /** Somebody can do or see more than before. */
  | 'widens access'
  /** A hold, signal, limit or closed month protects less than before. */
  | 'weakens a protection'
  /** Stops, holds or ends something that worked: at once, by one person, and the operators get a mail. */
  | 'narrows'
  /** Does one of the above to up to 200 records by one press, or writes to their members. */
  | 'many at once'
  /** Shows what is known about a person, or their own words. At the desk, each reading is logged. */
  | 'shows a person'

const none: readonly Effect[] = []

const CHANGES = {
  'adjustments add': ['credits'],
  'adjustments approve': ['credits'],
  'adjustments refuse': none,
  'approvals refuse': none,
  'audit accept': ['weakens a protection'],
  'bank other': ['pays'],
  'bank reconcile': ['pays'],
  'books close': none,
  'books files': ['exports'],
  'books refuse': none,
  'books returns': ['exports'],
  'books reopen': ['weakens a protection'],
  'catalogue rank': none,
  // Who gets the commission, and what shoppers are promised.
  'catalogue add': ['prices', 'weakens a protection'],
  'catalogue edit': none,
  'catalogue set-link': ['weakens a protection'],
  'catalogue give-back': ['weakens a protection'],
  // Like its page in the shop: nothing of a person, and no commission.
  'catalogue csv': none,
  'catalogue edit-csv': ['prices', 'many at once'],
  'catalogue end': ['narrows'],
  'catalogue end-each': ['narrows', 'many at once'],
  'catalogue move': none,
  'catalogue move-each': none,
  'catalogue restore': none,
  'catalogue duplicate': ['weakens a protection'],
  'catalogue hide': ['narrows'],
  'catalogue hide-each': ['narrows', 'many at once'],
  'catalogue unhide': none,
  'catalogue keeps-cashback': none,
  'catalogue product-links': none,
  'catalogue holding': ['prices', 'weakens a protection'],
  'catalogue promise': ['prices'],
  'catalogue import': ['prices'],
  'catalogue accept': ['prices', 'weakens a protection'],
  'claims credit': ['credits'],
  'claims goodwill': ['credits'],
  'claims proof': ['exports'],
  'claims export': ['exports'],
  'claims send': none,
  'claims send-each': none,
  'claims answer': none,
  'claims answer-each': ['many at once'],
  'claims decline': none,
  'conflicts resolve': ['weakens a protection'],
  'conversions explain': none,
  'conversions reconcile': ['credits'],
  'featured pin': none,
  'featured set': none,
  'featured unpin': none,
  'flash-sale set': ['prices'],
  'pages purge': none,
  'images refetch': none,
  'images purge': none,
  'images purge-unused': none,
  'networks allocate': none,
  'networks secret': ['widens access'],
  'networks end-secret': ['narrows'],
  'networks confirm-links': ['weakens a protection'],
  'networks forbid-link': ['narrows'],
  'networks invoice': none,
  'networks cancel-invoice': none,
  'networks write-off': ['pays'],
  'networks reverse': ['pays'],
  'networks paid': ['pays'],
  'newsletter cancel': ['narrows'],
  'newsletter resume': none,
  'newsletter stop': ['narrows'],
  'newsletter send': ['exports'],
  'newsletter test': ['exports'],
  'notes add': none,
  'operators change': ['widens access'],
  'operators enable': ['widens access'],
  // One pair of eyes less.
  'operators disable': ['narrows', 'weakens a protection'],
  'operators invite': ['widens access'],
  'operators invite-each': ['widens access'],
  'operators desk': ['widens access'],
  'operators confirm': ['widens access'],
  'operators accept': none,
  'operators second-factor': ['widens access'],
  'otp unlock': ['weakens a protection'],
  'postbacks replay': ['credits'],
  'postbacks accept': ['credits'],
  'postbacks correct': ['credits'],
  'postbacks dismiss': none,
  'postbacks dismiss-each': none,
  'rates set-store': ['prices'],
  'rates set-offer': ['prices'],
  'rates set-each': ['prices', 'many at once'],
  'rates cancel': ['prices'],
  'settings set': ['weakens a protection'],
  'settings approve': ['weakens a protection'],
  'shortlinks add': none,
  'signals clear': ['weakens a protection'],
  'signals clear-each': ['weakens a protection', 'many at once'],
  'signals uphold': ['narrows'],
  'signals uphold-each': ['narrows', 'many at once'],
  'snippets add': none,
  'snippets set': none,
  'snippets remove': none,
  'stores add': none,
  // The host of its page decides which links are the store's own.
  'stores set': ['weakens a protection'],
  'stores give-back': ['weakens a protection'],
  'stores add-host': none,
  'stores remove-host': none,
  'stores link-offer': none,
  'subscribers export': ['exports'],
  'testimonials add': none,
  'testimonials set': none,
  'testimonials remove': none,
  // The FAQ and About say what shoppers are promised.
  'texts set': ['prices'],
  'texts give-back': ['prices'],
  'users lift': ['credits', 'weakens a protection'],
  'users hold': ['narrows'],
  'users hold-each': ['narrows', 'many at once'],
  'users release': ['weakens a protection'],
  'users statement': ['exports'],
  'users export': ['exports'],
  'users erase': ['narrows', 'weakens a protection'],
  'users unsubscribe': none,
  'withdrawals approve': ['pays'],
  'withdrawals ask': ['pays'],
  'withdrawals import': ['pays'],
  'withdrawals reprint': ['exports', 'pays'],
  'withdrawals unbatch': ['weakens a protection'],
  'withdrawals export': ['pays', 'exports'],
  'withdrawals refuse': ['credits'],
  'withdrawals refuse-each': ['credits', 'many at once'],
  'withdrawals paid': ['pays'],
  'withdrawals correct-utr': ['pays'],
  'withdrawals fail': ['credits'],
  'withdrawals returned': ['credits'],
} satisfies Record<string, readonly Effect[]>

/** Changes and jobs: a definition with another name does not compile. */
export type ChangeName = keyof typeof CHANGES

const READINGS = {
  'adjustments show': ['shows a person'],
  'alerts show': none,
  'approvals show': none,
  'audit accepted': none,
  'books month': none,
  'books trial-balance': none,
  'catalogue show': none,
  'claims show': ['shows a person'],
  'conflicts show': none,
  'conversions show': ['shows a person'],
  'jobs show': none,
  'log show': none,
  'networks statement': none,
  'networks show': none,
  'networks try': none,
  'newsletter show': none,
  'postbacks show': none,
  search: ['shows a person'],
  'settings show': none,
  'signals show': ['shows a person'],
  'snippets show': none,
  stats: none,
  'stores show': none,
  'testimonials show': none,
  'texts show': none,
  today: none,
  'users show': ['shows a person'],
  'withdrawals show': ['shows a person'],
} satisfies Record<string, readonly Effect[]>

/** Records and reports; of a list, the row follows from its columns. */
export type ReadingName = keyof typeof READINGS

const ROWS: Readonly<Record<string, readonly Effect[]>> = { ...CHANGES, ...READINGS }

type Described = Pick<Operation, 'name' | 'kind'> & { columns?: readonly { kind: string }[] }

/** A whole list of persons leaves the desk as CSV: that follows from its columns, so that no list is forgotten. */
const exportsPeople = ({ columns = [] }: Described): boolean =>
  columns.some(({ kind }) => isMasked(kind as never))

const CSV_OF_PEOPLE: readonly Effect[] = ['exports']

export function findEffects(operation: Described): readonly Effect[] {
  const { kind, name } = operation
  if (kind === 'list') return exportsPeople(operation) ? CSV_OF_PEOPLE : none
  return ROWS[name] ?? none
}

/** All names with a row; lists have none. */
export const listEffectNames = (): string[] => Object.keys(ROWS)

const has = (operation: Described, effect: Effect) => findEffects(operation).includes(effect)

/**
 * A session alone must not move money, take data out, weaken what protects them, or stop or write to many at once. Of a list, its CSV needs the code; the
 * screen does not.
 */
export const needsFreshCode = (operation: Described): boolean =>
  findEffects(operation).some((effect) => effect !== 'narrows' && effect !== 'shows a person')

export const stopsSomething = (operation: Described): boolean => has(operation, 'narrows')

export const showsPerson = (operation: Described): boolean => has(operation, 'shows a person')
