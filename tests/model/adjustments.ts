// The model of balance adjustments (docs/rules.md#37). It imports nothing of the application.
import { callOff, move, sumWallet, type Books } from './books'
import { noteWriteOff } from './departures'

export const KINDS = ['credit', 'debit', 'goodwill', 'write-off'] as const
export type Kind = (typeof KINDS)[number]

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

/** Larger adjustments wait for approval, and smaller ones once their sum for a member exceeds it; no run lasts a day. */
export const FOUR_EYES_ABOVE = 120_00n

/** The fact of a withdrawal that was cancelled because of a debit. */
export const CALLED_OFF_BY_US = 'called off by us'

/** `owner` may be a deleted account. Idempotent by key. */
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

export function decide(books: Books, key: string, to: 'applied' | 'refused', by: Operator): string {
  const adjustment = books.adjustments.get(key)
  if (!adjustment) return 'not-found'
  const { state, askedBy, decidedBy, needsApproval } = adjustment
  if (state === to && decidedBy === by && needsApproval) return `repeat: ${state}`
  if (state !== 'waiting') return `decided: ${state}`
  if (to === 'applied' && (askedBy === by || books.tied.has(adjustment.owner))) return 'dependent'
  const impossible = to === 'applied' && impossibleFor(books, adjustment)
  if (impossible) return impossible
  adjustment.state = to
  adjustment.decidedBy = by
  if (to === 'applied') post(books, adjustment)
  return to
}

function impossibleFor(books: Books, { owner, kind, amount }: Pick<Adjustment, 'owner' | 'kind' | 'amount'>) {
  const { debt } = sumWallet(books, owner)
  if (kind === 'write-off') return amount > debt ? `over-debt: ${debt}` : null
  return isDeleted(owner) ? 'deleted' : null
}

/** Names of deleted accounts end in a number in parentheses. */
const isDeleted = (account: string) => account.endsWith(')')

function post(books: Books, { owner, kind, amount }: Adjustment): void {
  if (kind === 'write-off') noteWriteOff(books, owner, amount)
  if (kind !== 'debit') return move(books, owner, amount)
  const { available } = sumWallet(books, owner)
  move(books, owner, -amount)
  // The history shows the part that became a debt separately from the movement of the wallet.
  if (amount > available) books.people.get(owner)!.corrected.push(available - amount)
  callOff(books, owner, CALLED_OFF_BY_US)
}

export function sumCosts(books: Books): Record<'cashback_expense' | 'goodwill' | 'write_offs', bigint> {
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
