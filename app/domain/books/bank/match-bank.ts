import { findIdProblem } from '~/platform/formats/identifiers'
import { paise, type Paise } from '~/platform/formats/money'
import { referenceKey } from '~/platform/formats/reference-key'
import type { KnownWithdrawal, KnownPayment, KnownEntries, Entry, MatchedRow, BankRow } from '../bank'

export function findReferences({ utr, narration }: Pick<BankRow, 'utr' | 'narration'>): string[] {
  const reference = findIdProblem(utr) === 'damaged' ? '' : utr
  const words = [reference, narration].flatMap((text) => [
    ...text.split(/[\s/:,;|]+/),
    ...text.split(/[^A-Za-z0-9]+/),
    // Some banks write the twelve digits of IMPS and UPI behind a word: IMPS432198765012.
    ...text.split(/\D+/).filter((digits) => digits.length === 12),
  ])
  return [...new Set([reference, ...words.filter((word) => word.length >= 4)].map(referenceKey))].filter(
    Boolean,
  )
}

export function matchRows(rows: readonly BankRow[], known: KnownEntries): MatchedRow[] {
  const byUtr = new Map(known.withdrawals.map((one) => [one.utrKey, one]))
  const byReference = new Map(known.payments.map((one) => [one.referenceKey, one]))
  const seen = new Set<string>()
  const fees = new Map<string, number>()
  return rows.map((row) => {
    const references = findReferences(row)
    const withdrawal = references.map((one) => byUtr.get(one)).find((one) => one !== undefined)
    const payment = references.map((one) => byReference.get(one)).find((one) => one !== undefined)
    if (findIdProblem(row.utr) === 'damaged')
      return { ...describeTransfer(row, withdrawal, payment), problem: 'unusable-id', entries: [] }
    // Withdrawals and payments take precedence, because their narration may contain the text of fees.
    const transfer = withdrawal ?? payment
    const key = withdrawal ? classifyEntry(row, withdrawal, seen).key : payment && makeNetworkKey(payment)
    const isTransfer = transfer !== undefined && row.amount === transfer.amount && !seen.has(key!)
    if (row.isFee && !isTransfer) return matchFee(row, known, fees)
    if (withdrawal) return matchWithdrawal(row, withdrawal, seen)
    if (payment) return matchPayment(row, payment, seen)
    const what = row.isOther ? 'other' : 'nothing'
    return { row, what, id: null, ours: null, problem: row.isOther ? null : 'unknown', entries: [] }
  })
}

/** What the narration says of a row whose reference is lost. */
function describeTransfer(row: BankRow, withdrawal?: KnownWithdrawal, payment?: KnownPayment) {
  if (withdrawal) return { row, what: 'withdrawal' as const, id: withdrawal.id, ours: withdrawal.amount }
  if (payment) return { row, what: 'network' as const, id: payment.id, ours: payment.amount }
  return { row, what: 'nothing' as const, id: null, ours: null }
}

const negate = (amount: Paise): Paise => paise(0n - amount)

const toSignedAmount = ({ amount, direction }: Pick<BankRow, 'amount' | 'direction'>) =>
  direction === 'in' ? amount : negate(amount)

const makeFeeKey = (day: string, amount: Paise) => `${day}:${amount}`

/** Fees have no reference: the nth fee of a day and amount is the same one in every file. */
function matchFee(row: BankRow, known: KnownEntries, counted: Map<string, number>): MatchedRow {
  const amount = toSignedAmount(row)
  const key = makeFeeKey(row.day, amount)
  const nth = (counted.get(key) ?? 0) + 1
  counted.set(key, nth)
  const isKnown = nth <= (known.fees.get(key) ?? 0)
  const entry: Entry = {
    kind: 'fee',
    key: `fee:${key}:${nth}`,
    day: row.day,
    amount,
    withdrawalId: null,
    settlementId: null,
  }
  return { row, what: 'fee', id: null, ours: row.amount, problem: null, entries: isKnown ? [] : [entry] }
}

/** A statement without directions lists a payout before its return. */
function classifyEntry(row: BankRow, withdrawal: KnownWithdrawal, seen: Set<string>) {
  const wasPaid = seen.has(`withdrawal:${withdrawal.id}`)
  const isReturn =
    row.direction === 'in' || (row.direction === null && wasPaid && withdrawal.status === 'returned')
  const what: 'return' | 'withdrawal' = isReturn ? 'return' : 'withdrawal'
  return { isReturn, what, key: `${what}:${withdrawal.id}` }
}

const makeNetworkKey = ({ id }: KnownPayment) => `network:${id}`

function matchWithdrawal(row: BankRow, withdrawal: KnownWithdrawal, seen: Set<string>): MatchedRow {
  const { isReturn, what, key } = classifyEntry(row, withdrawal, seen)
  const seenOn = isReturn ? withdrawal.returnSeenOn : withdrawal.seenOn
  const { id, amount: ours } = withdrawal
  const answer: MatchedRow = { row, what, id, ours, problem: null, entries: [] }
  if (isReturn && withdrawal.status !== 'returned') return { ...answer, problem: 'came-back' }
  if (!isReturn && withdrawal.isOther) return { ...answer, problem: 'other-account' }
  if (seen.has(key) || (seenOn !== null && seenOn !== row.day)) return { ...answer, problem: 'twice' }
  seen.add(key)
  if (row.amount !== ours) return { ...answer, problem: 'amount' }
  const base = { day: row.day, withdrawalId: id, settlementId: null }
  if (seenOn === null)
    answer.entries.push({ ...base, kind: what, key, amount: isReturn ? row.amount : negate(row.amount) })
  if (!isReturn && row.fee > 0n && !withdrawal.feeSeen)
    answer.entries.push({ ...base, kind: 'fee', key: `fee:withdrawal:${id}`, amount: negate(row.fee) })
  return answer
}

function matchPayment(row: BankRow, payment: KnownPayment, seen: Set<string>): MatchedRow {
  const key = makeNetworkKey(payment)
  const { id, amount: ours, seenOn } = payment
  const answer: MatchedRow = { row, what: 'network', id, ours, problem: null, entries: [] }
  if (row.direction === 'out') return { ...answer, problem: 'went-out' }
  if (seen.has(key) || (seenOn !== null && seenOn !== row.day)) return { ...answer, problem: 'twice' }
  seen.add(key)
  if (row.amount !== ours) return { ...answer, problem: 'amount' }
  if (seenOn === null)
    answer.entries.push({
      kind: 'network',
      key,
      day: row.day,
      amount: row.amount,
      withdrawalId: null,
      settlementId: id,
    })
  return answer
}
