import { formatGrouped, formatPlain } from '~/formats/money'
import type { MatchedRow, Problem } from '~/wallet/settlement/bank-entries'
import type { NotAtBank } from '~/wallet/settlement/reconcile-bank.server'
import { type Column, truncate } from './safe-text'

/** A row of the bank's file, or a payment of ours that the file lacks. */
interface Line {
  line: number | null
  day: string
  reference: string
  /** Negative: outgoing. */
  bank: bigint | null
  what: string
  ours: bigint | null
  says: string
}

export const toLine = (matched: MatchedRow): Line => {
  const { row, what, id, ours } = matched
  return {
    line: row.line,
    day: row.day,
    reference: row.utr || row.narration,
    bank: row.direction === 'in' ? row.amount : 0n - row.amount,
    what: what === 'nothing' || what === 'other' ? '' : id === null ? what : `${what} ${id}`,
    ours,
    says: describeMatch(matched),
  }
}

export const missingLine = ({ what, id, reference, amount, day }: NotAtBank): Line => ({
  line: null,
  day,
  reference,
  bank: null,
  what: `${what} ${id}`,
  ours: amount,
  says: 'not at the bank',
})

function describeMatch({ problem, entries, what, id, row }: MatchedRow): string {
  if (what === 'other') return 'not ours'
  const fee =
    row.fee > 0n && entries.some(({ kind }) => kind === 'fee') ? `, fee ${formatGrouped(row.fee)}` : ''
  if (problem === null) return entries.length ? `matched${fee}` : 'known'
  const words: Record<Problem, string> = {
    unknown: 'not known here',
    amount: 'amounts differ',
    twice: 'twice at the bank',
    'came-back': `came back: withdrawals returned ${id}`,
    'went-out': 'went out, and is a payment to us here',
    'other-account': 'noted as paid from another account, and is at this one',
  }
  return words[problem]
}

const amount = (value: bigint | null) => (value === null ? '' : formatGrouped(value))

export const COLUMNS: readonly Column<Line>[] = [
  { head: 'LINE', cell: ({ line }) => (line === null ? '' : String(line)), right: true },
  { head: 'DAY', cell: ({ day }) => day },
  { head: 'REFERENCE', cell: ({ reference }) => truncate(reference, 30) },
  { head: 'BANK', cell: ({ bank }) => amount(bank), right: true },
  { head: 'IS', cell: ({ what }) => what },
  { head: 'OURS', cell: ({ ours }) => amount(ours), right: true },
  { head: 'RESULT', cell: ({ says }) => says },
]

export const toJson = ({ bank, ours, ...line }: Line) => ({
  line: line.line,
  day: line.day,
  reference: line.reference,
  bank: bank === null ? null : formatPlain(bank),
  is: line.what,
  ours: ours === null ? null : formatPlain(ours),
  result: line.says,
})

export const FIELDS = ['line', 'day', 'reference', 'bank', 'is', 'ours', 'result'] as const
