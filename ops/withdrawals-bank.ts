import { parse } from 'csv-parse/sync'
import { SPREADSHEET } from '~/formats/amounts'
import { db } from '~/db/client.server'
import { formatPlain, formatRupees } from '~/formats/money'
import { readAmountCell } from '~/wallet/settlement/cells'
import { findWithdrawal } from '~/wallet/withdrawals/list-withdrawals.server'
import { failWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { referenceKey } from '~/wallet/reference-key'
import { isUtr, refuseUsedUtr } from '~/wallet/withdrawals/utr.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { readFile } from './files'
import { formatCount, truncate, table, type Column } from './safe-text'
import { RefusedCommand, print, printJson, type Answers } from './terminal'
import { settleRefusal } from './withdrawals-settle'
import { noWithdrawal } from './withdrawals-table'

interface Planned {
  line: number
  id: number
  amount: bigint | null
  /** Null: the row is unusable. */
  becomes: 'paid' | 'refunded' | null
  words: string
  problem: string
  /** It was settled the same way before: nothing is done. */
  settled: boolean
}

/** Removes the apostrophe that spreadsheets put before text. */
const plain = (text: string | undefined) => (text ?? '').trim().replace(/^'/, '')

async function plan(text: string): Promise<Planned[]> {
  let records: Record<string, string>[]
  try {
    records = parse(text, {
      bom: true,
      columns: (heads: string[]) => heads.map((head) => head.trim().toLowerCase()),
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (error) {
    throw new RefusedCommand(`The file is no CSV: ${(error as Error).message}`)
  }
  if (records[0] && !('withdrawal' in records[0] && ('utr' in records[0] || 'reason' in records[0])))
    throw new RefusedCommand('The file needs the columns withdrawal, and utr or reason.')
  const rows = await Promise.all(records.map((record, i) => planRow(record, i + 2)))
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

async function planRow(record: Record<string, string>, line: number): Promise<Planned> {
  const number = plain(record.withdrawal)
  const utr = plain(record.utr)
  const reason = plain(record.reason).slice(0, 200)
  const id = /^[1-9]\d{0,14}$/.test(number) ? Number(number) : 0
  const found = id ? await findWithdrawal(id) : null
  const row: Planned = {
    line,
    id,
    amount: found?.amount_paise ?? null,
    becomes: utr && !reason ? 'paid' : reason && !utr ? 'refunded' : null,
    words: utr || reason,
    problem: '',
    settled: false,
  }
  if (!found) row.problem = id ? noWithdrawal(id) : `‘${truncate(number, 20)}’ is no number of a withdrawal`
  else if (utr && reason) row.problem = 'it has a UTR and a reason: which of them is it?'
  else if (utr && !isUtr(utr)) row.problem = 'this is no UTR'
  else if (row.becomes) row.problem = findProblem(found, row, plain(record.amount))
  row.settled = !row.problem && found?.status === row.becomes
  const used = row.becomes === 'paid' && !row.problem ? await refuseUsedUtr(db, id, utr) : null
  if (used) row.problem = `withdrawal ${used.withdrawalId} has this UTR`
  return row
}

function findProblem(found: Withdrawal, { becomes, words }: Planned, amount: string): string {
  if (amount && readAmountCell(amount, SPREADSHEET) !== found.amount_paise)
    return `the bank says ${truncate(amount, 20)}, it is ${formatPlain(found.amount_paise)}`
  const isKnown =
    becomes === 'paid' ? referenceKey(found.utr ?? '') === referenceKey(words) : found.reason === words
  const isRepeat = found.status === becomes && isKnown
  const isOpen = found.status === 'processing' || found.status === 'unknown'
  return isOpen || isRepeat ? '' : `it is ${found.status}`
}

const COLUMNS: readonly Column<Planned>[] = [
  { head: 'LINE', cell: ({ line }) => String(line), right: true },
  { head: 'WITHDRAWAL', cell: ({ id }) => (id ? String(id) : ''), right: true },
  { head: 'AMOUNT', cell: ({ amount }) => (amount === null ? '' : formatRupees(amount)), right: true },
  {
    head: 'BECOMES',
    cell: ({ becomes, problem, settled }) => (problem ? '' : settled ? 'as it is' : (becomes ?? 'as it is')),
  },
  { head: 'UTR OR REASON', cell: ({ words }) => truncate(words, 40) },
  { head: 'PROBLEM', cell: ({ problem }) => problem },
]

export async function importFromBank(file: string, { yes, json }: Answers): Promise<void> {
  const rows = await plan(await readFile(file))
  if (yes) for (const row of rows) if (isToSettle(row)) await apply(row)
  const bad = rows.filter(({ problem }) => problem).length
  const used = rows.filter(isToSettle).length
  const before = rows.filter(({ settled }) => settled).length
  if (bad) process.exitCode = 1
  if (json)
    return printJson({
      applied: yes === true,
      rows: rows.map(({ amount, ...row }) => ({
        ...row,
        amount: amount === null ? null : formatPlain(amount),
      })),
    })
  if (!rows.length) return print`The file has no rows.`
  print`${table(rows, COLUMNS)}\n`
  const earlier = before ? `, ${before} settled before` : ''
  print`${formatCount(used, 'withdrawal')} ${yes ? 'settled' : 'to settle'}${earlier}, ${formatCount(bad, 'problem')}`
  if (!yes) print`Nothing is done yet. --yes does it; rows with a problem are left out.`
}

const isToSettle = ({ becomes, problem, settled }: Planned) => becomes !== null && !problem && !settled

async function apply(row: Planned): Promise<void> {
  const { id, becomes, words } = row
  const answer = becomes === 'paid' ? await payWithdrawal(id, words) : await failWithdrawal(id, words)
  if (!answer.ok) row.problem = settleRefusal(answer, id, becomes === 'paid' ? 'marked as paid' : 'failed')
}
