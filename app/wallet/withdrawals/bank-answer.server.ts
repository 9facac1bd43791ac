import { parse } from 'csv-parse/sync'
import { db } from '~/db/client.server'
import { SPREADSHEET } from '~/formats/amounts'
import { readId } from '~/formats/ids'
import { formatPlain } from '~/formats/money'
import { referenceKey } from '../reference-key'
import { readAmountCell } from '../settlement/cells'
import { BadFile } from '../settlement/table-file'
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

const plain = (text: string | undefined) => (text ?? '').trim().replace(/^'/, '')

/** CSV with the columns withdrawal, and utr or reason, in any order. Changes nothing. Throws BadFile. */
export async function readBankAnswers(text: string): Promise<BankAnswer[]> {
  const rows = await Promise.all(readRecords(text).map((record, i) => planRow(record, i + 2)))
  for (const row of rows) {
    const sameId = rows.find((other) => other !== row && other.id === row.id)
    const sameUtr = rows.find(
      (o) => o !== row && o.becomes === 'paid' && referenceKey(o.words) === referenceKey(row.words),
    )
    if (sameId) row.problem ||= `line ${sameId.line} is about the same withdrawal`
    else if (row.becomes === 'paid' && sameUtr) row.problem ||= `line ${sameUtr.line} has the same UTR`
  }
  return rows
}

function readRecords(text: string): Record<string, string>[] {
  let records: Record<string, string>[]
  try {
    records = parse(text, {
      bom: true,
      columns: (heads: string[]) => heads.map((head) => head.trim().toLowerCase()),
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (error) {
    throw new BadFile(`The file is no CSV: ${(error as Error).message}`)
  }
  if (records[0] && !('withdrawal' in records[0] && ('utr' in records[0] || 'reason' in records[0])))
    throw new BadFile('The file needs the columns withdrawal, and utr or reason.')
  return records
}

async function planRow(record: Record<string, string>, line: number): Promise<BankAnswer> {
  const number = plain(record.withdrawal)
  const utr = plain(record.utr)
  const reason = plain(record.reason).slice(0, 200)
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
  else if (utr && !isUtr(utr)) row.problem = 'this is no UTR'
  else if (row.becomes) row.problem = findProblem(found, row, plain(record.amount))
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
