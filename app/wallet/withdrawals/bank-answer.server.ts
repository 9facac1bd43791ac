import { db } from '~/db/client.server'
import { SPREADSHEET } from '~/formats/amounts'
import { readId } from '~/formats/ids'
import { formatPlain } from '~/formats/money'
import { readTable, type FileRow, type Headings } from '~/formats/table-file'
import { referenceKey } from '../reference-key'
import { readAmountCell } from '../settlement/cells'
import { findWithdrawal } from './list-withdrawals.server'
import { isUtr, refuseUsedUtr } from './utr.server'
import type { Withdrawal } from './withdrawal'

export interface BankAnswer {
  line: number
  id: number
  amount: bigint | null
  /** Null: the row is unusable. */
  becomes: 'paid' | 'refunded' | null
  words: string
  problem: string
  settled: boolean
}

const ANSWER_FIELDS = ['withdrawal', 'utr', 'reason', 'amount'] as const
type AnswerField = (typeof ANSWER_FIELDS)[number]

const HEADINGS = Object.fromEntries(
  ANSWER_FIELDS.map((field) => [field, [field]]),
) as unknown as Headings<AnswerField>

/** A table with the columns withdrawal, and utr or reason, in any order. Changes nothing. Throws BadFile. */
export async function readBankAnswers(text: string): Promise<BankAnswer[]> {
  const table = readTable<AnswerField>(text, HEADINGS, [['withdrawal'], ['utr', 'reason']], {
    ids: ['utr'],
    isRow: ({ cell }) => cell('withdrawal') !== '',
  })
  const planned = await Promise.all(table.rows.map(planRow))
  const misfits = table.refused.map(({ line, reason }) => ({ ...UNREAD, line, problem: reason }))
  const rows = [...planned, ...misfits].toSorted((a, b) => a.line - b.line)
  for (const row of rows) {
    const sameId = rows.find((other) => other !== row && other.id === row.id && row.id !== 0)
    const sameUtr = rows.find(
      (o) => o !== row && o.becomes === 'paid' && referenceKey(o.words) === referenceKey(row.words),
    )
    if (sameId) row.problem ||= `line ${sameId.line} is about the same withdrawal`
    else if (row.becomes === 'paid' && sameUtr) row.problem ||= `line ${sameUtr.line} has the same UTR`
  }
  return rows
}

const UNREAD: Omit<BankAnswer, 'line' | 'problem'> = {
  id: 0,
  amount: null,
  becomes: null,
  words: '',
  settled: false,
}

async function planRow({ line, cell }: FileRow<AnswerField>): Promise<BankAnswer> {
  const number = cell('withdrawal')
  const utr = cell('utr')
  const reason = cell('reason').slice(0, 200)
  const id = readId(number) ?? 0
  const found = id ? await findWithdrawal(id) : null
  const row: BankAnswer = {
    line,
    id,
    amount: found?.amount_paise ?? null,
    becomes: utr && !reason ? 'paid' : reason && !utr ? 'refunded' : null,
    words: utr || reason,
    problem: '',
    settled: false,
  }
  if (!found)
    row.problem = id
      ? `There is no withdrawal ${id}. \`withdrawals list\` shows them.`
      : `‘${number.slice(0, 20)}’ is no number of a withdrawal`
  else if (utr && reason) row.problem = 'it has a UTR and a reason: which of them is it?'
  else if (utr && !isUtr(utr)) row.problem = `‘${utr.slice(0, 40)}’: this is no UTR`
  else if (row.becomes) row.problem = findProblem(found, row, cell('amount'))
  row.settled = !row.problem && found?.status === row.becomes
  const used = row.becomes === 'paid' && !row.problem ? await refuseUsedUtr(db, id, utr) : null
  if (used) row.problem = `withdrawal ${used.withdrawalId} has this UTR`
  return row
}

function findProblem(found: Withdrawal, { becomes, words }: BankAnswer, amount: string): string {
  if (amount && readAmountCell(amount, SPREADSHEET) !== found.amount_paise)
    return `the bank says ${amount.slice(0, 20)}, it is ${formatPlain(found.amount_paise)}`
  const isKnown =
    becomes === 'paid' ? referenceKey(found.utr ?? '') === referenceKey(words) : found.reason === words
  const isRepeat = found.status === becomes && isKnown
  const isOpen = found.status === 'processing' || found.status === 'unknown'
  return isOpen || isRepeat ? '' : `it is ${found.status}`
}
