/** Adjustments of balances, said a second time (docs/rules.md#37). It imports nothing of the application. */
import { callOff, move, walletOf, type Books } from './books'
import { noteWriteOff } from './departures'

export const KINDS = ['credit', 'debit', 'goodwill', 'write-off'] as const
export type Kind = (typeof KINDS)[number]

/** Accounts on the operating system. */
export const OPERATORS = ['asha', 'ravi'] as const
export type Operator = (typeof OPERATORS)[number]

export interface Adjustment {
  owner: string
  kind: Kind
  amount: bigint
  askedBy: Operator
  needsApproval: boolean
  state: 'waiting' | 'applied' | 'refused'
  decidedBy: Operator | null
}

/** Above this one waits, with what was applied to the member without approval; no life is longer than a day. */
export const FOUR_EYES_ABOVE = 120_00n

/** The fact of a withdrawal that was called off because of a debit. */
export const CALLED_OFF_BY_US = 'called off by us'

/** The operator adjusts the balance of an account, deleted or not; the same key is the same adjustment. Gives the answer. */
export function adjust(
  books: Books,
  key: string,
  { owner, kind, amount, askedBy }: Pick<Adjustment, 'owner' | 'kind' | 'amount' | 'askedBy'>,
): string {
  const earlier = books.adjustments.get(key)
  if (earlier) {
    const isSame = earlier.owner === owner && earlier.kind === kind && earlier.amount === amount
    return isSame ? `repeat: ${earlier.state}` : 'key-used'
  }
  const impossible = impossibleFor(books, { owner, kind, amount })
  if (impossible) return impossible
  const passed = [...books.adjustments.values()]
    .filter((one) => one.owner === owner && !one.needsApproval)
    .reduce((sum, one) => sum + one.amount, 0n)
  const needsApproval = passed + amount > FOUR_EYES_ABOVE
  const adjustment: Adjustment = {
    owner,
    kind,
    amount,
    askedBy,
    needsApproval,
    state: needsApproval ? 'waiting' : 'applied',
    decidedBy: needsApproval ? null : askedBy,
  }
  books.adjustments.set(key, adjustment)
  if (!needsApproval) post(books, adjustment)
  return adjustment.state
}

/** Another account approves or refuses what waits. Gives the answer. */
export function decide(books: Books, key: string, to: 'applied' | 'refused', by: Operator): string {
  const adjustment = books.adjustments.get(key)
  if (!adjustment) return 'not-found'
  const { state, askedBy, decidedBy, needsApproval } = adjustment
  if (state === to && decidedBy === by && needsApproval) return `repeat: ${state}`
  if (state !== 'waiting') return `decided: ${state}`
  if (askedBy === by) return 'own'
  const impossible = to === 'applied' && impossibleFor(books, adjustment)
  if (impossible) return impossible
  adjustment.state = to
  adjustment.decidedBy = by
  if (to === 'applied') post(books, adjustment)
  return to
}

function impossibleFor(books: Books, { owner, kind, amount }: Pick<Adjustment, 'owner' | 'kind' | 'amount'>) {
  const { debt } = walletOf(books, owner)
  if (kind === 'write-off') return amount > debt ? `over-debt: ${debt}` : null
  return isDeleted(owner) ? 'deleted' : null
}

/** A deleted account has a number behind the member's name. */
const isDeleted = (account: string) => account.endsWith(')')

function post(books: Books, { owner, kind, amount }: Adjustment): void {
  if (kind === 'write-off') noteWriteOff(books, owner, amount)
  if (kind !== 'debit') return move(books, owner, amount)
  const { available } = walletOf(books, owner)
  move(books, owner, -amount)
  // The history shows what became a debt beside what the wallet lost.
  if (amount > available) books.people.get(owner)!.corrected.push(available - amount)
  callOff(books, owner, CALLED_OFF_BY_US)
}

/** What the adjustments of these books have cost the house, by account. */
export function costOf(books: Books): Record<'cashback_expense' | 'goodwill' | 'write_offs', bigint> {
  const sum = (kind: Kind) =>
    [...books.adjustments.values()]
      .filter((one) => one.kind === kind && one.state === 'applied')
      .reduce((total, { amount }) => total + amount, 0n)
  return {
    cashback_expense: sum('credit') - sum('debit'),
    goodwill: sum('goodwill'),
    write_offs: sum('write-off'),
  }
}
