import { paise, type Paise } from '~/formats/money'
import { referenceKey } from '../reference-key'
import type { KnownWithdrawal, KnownPayment, Known, Entry, MatchedRow } from './bank-entries'
import type { BankRow } from './read-bank'

export function referencesOf({ utr, narration }: Pick<BankRow, 'utr' | 'narration'>): string[] {
  const words = [utr, narration].flatMap((text) => [
    ...text.split(/[\s/:,;|]+/),
    ...text.split(/[^A-Za-z0-9]+/),
  ])
  return [...new Set([utr, ...words.filter((word) => word.length >= 4)].map(referenceKey))].filter(Boolean)
}

export function matchRows(rows: readonly BankRow[], known: Known): MatchedRow[] {
  const byUtr = new Map(known.withdrawals.map((one) => [one.utrKey, one]))
  const byReference = new Map(known.payments.map((one) => [one.referenceKey, one]))
  const seen = new Set<string>()
  const fees = new Map<string, number>()
  return rows.map((row) => {
    const references = referencesOf(row)
    const withdrawal = references.map((one) => byUtr.get(one)).find((one) => one !== undefined)
    const payment = references.map((one) => byReference.get(one)).find((one) => one !== undefined)
    // The narration of a payment may contain the text of fees, too: reference and amount decide.
    const transfer = withdrawal ?? payment
    const key = withdrawal ? entryOf(row, withdrawal, seen).key : payment && networkKey(payment)
    const isTransfer = transfer !== undefined && row.amount === transfer.amount && !seen.has(key!)
    if (row.isFee && !isTransfer) return feeOf(row, known, fees)
    if (withdrawal) return withdrawalOf(row, withdrawal, seen)
    if (payment) return paymentOf(row, payment, seen)
    // A known reference takes precedence over the texts of other business.
    const what = row.isOther ? 'other' : 'nothing'
    return { row, what, id: null, ours: null, problem: row.isOther ? null : 'unknown', entries: [] }
  })
}

const out = (amount: Paise): Paise => paise(0n - amount)

const signed = ({ amount, direction }: Pick<BankRow, 'amount' | 'direction'>) =>
  direction === 'in' ? amount : out(amount)

const feeKey = (day: string, amount: Paise) => `${day}:${amount}`

/** Fees have no reference: the nth fee of a day and amount is the same in every file. */
function feeOf(row: BankRow, known: Known, counted: Map<string, number>): MatchedRow {
  const amount = signed(row)
  const key = feeKey(row.day, amount)
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
function entryOf(row: BankRow, of: KnownWithdrawal, seen: Set<string>) {
  const wasPaid = seen.has(`withdrawal:${of.id}`)
  const isReturn = row.direction === 'in' || (row.direction === null && wasPaid && of.status === 'returned')
  const what: 'return' | 'withdrawal' = isReturn ? 'return' : 'withdrawal'
  return { isReturn, what, key: `${what}:${of.id}` }
}

const networkKey = ({ id }: KnownPayment) => `network:${id}`

function withdrawalOf(row: BankRow, of: KnownWithdrawal, seen: Set<string>): MatchedRow {
  const { isReturn, what, key } = entryOf(row, of, seen)
  const seenOn = isReturn ? of.returnSeenOn : of.seenOn
  const answer: MatchedRow = { row, what, id: of.id, ours: of.amount, problem: null, entries: [] }
  if (isReturn && of.status !== 'returned') return { ...answer, problem: 'came-back' }
  if (!isReturn && of.isOther) return { ...answer, problem: 'other-account' }
  if (seen.has(key) || (seenOn !== null && seenOn !== row.day)) return { ...answer, problem: 'twice' }
  seen.add(key)
  if (row.amount !== of.amount) return { ...answer, problem: 'amount' }
  const base = { day: row.day, withdrawalId: of.id, settlementId: null }
  if (seenOn === null)
    answer.entries.push({ ...base, kind: what, key, amount: isReturn ? row.amount : out(row.amount) })
  if (!isReturn && row.fee > 0n && !of.feeSeen)
    answer.entries.push({ ...base, kind: 'fee', key: `fee:withdrawal:${of.id}`, amount: out(row.fee) })
  return answer
}

function paymentOf(row: BankRow, of: KnownPayment, seen: Set<string>): MatchedRow {
  const key = networkKey(of)
  const answer: MatchedRow = { row, what: 'network', id: of.id, ours: of.amount, problem: null, entries: [] }
  if (row.direction === 'out') return { ...answer, problem: 'went-out' }
  if (seen.has(key) || (of.seenOn !== null && of.seenOn !== row.day)) return { ...answer, problem: 'twice' }
  seen.add(key)
  if (row.amount !== of.amount) return { ...answer, problem: 'amount' }
  if (of.seenOn === null)
    answer.entries.push({
      kind: 'network',
      key,
      day: row.day,
      amount: row.amount,
      withdrawalId: null,
      settlementId: of.id,
    })
  return answer
}
