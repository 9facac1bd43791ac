import { parse } from 'csv-parse/sync'
import { z } from 'zod/v4'
import { SPREADSHEET } from '~/formats/amounts'
import { db, type Tx } from '~/db/client.server'
import { formatCount } from '~/formats/count'
import { formatPlain } from '~/formats/money'
import { readAmountCell } from '~/wallet/settlement/cells'
import { referenceKey } from '~/wallet/reference-key'
import { findWithdrawal } from '~/wallet/withdrawals/list-withdrawals.server'
import { failWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { isUtr, refuseUsedUtr } from '~/wallet/withdrawals/utr.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { describeColumns, describeTable } from '../columns'
import { forEachRow } from '../each-row.server'
import * as field from '../fields'
import { operation } from '../operation'
import { Refused } from '../refusal'
import { requireMoved } from './refusals'

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
    throw new Refused(`The file is no CSV: ${(error as Error).message}`, 'file')
  }
  if (records[0] && !('withdrawal' in records[0] && ('utr' in records[0] || 'reason' in records[0])))
    throw new Refused('The file needs the columns withdrawal, and utr or reason.', 'file')
  return records
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

function findProblem(found: Withdrawal, { becomes, words }: Planned, amount: string): string {
  if (amount && readAmountCell(amount, SPREADSHEET) !== found.amount_paise)
    return `the bank says ${amount.slice(0, 20)}, it is ${formatPlain(found.amount_paise)}`
  const isKnown =
    becomes === 'paid' ? referenceKey(found.utr ?? '') === referenceKey(words) : found.reason === words
  const isRepeat = found.status === becomes && isKnown
  const isOpen = found.status === 'processing' || found.status === 'unknown'
  return isOpen || isRepeat ? '' : `it is ${found.status}`
}

const column = describeColumns<Planned>()
const COLUMNS = [
  column.count('line'),
  column.id('id', ({ id }) => id || null, { title: 'withdrawal' }),
  column.money('amount'),
  column.state(
    'becomes',
    ({ becomes, problem, settled }) => (problem ? null : settled ? 'as it is' : (becomes ?? 'as it is')),
    { only: 'screen' },
  ),
  column.state('becomes', { only: 'data' }),
  column.text('words', { title: 'UTR or reason', width: 40 }),
  column.text('problem'),
  column.yes('settled', { only: 'data' }),
]

export const importFromBank = operation({
  name: 'withdrawals import',
  title: 'Settle by the bank’s file',
  summary: 'the bank’s answer: withdrawal, and utr or reason, a row',
  role: 'finance',
  kind: 'job',
  confirm: 'money',
  mayQueue: true,
  input: z.object({ file: field.file('a CSV file with these columns', { place: 'argument' }) }),
  async run({ file }, context) {
    const rows = await plan(await file.text())
    if (!rows.length) throw new Refused('The file has no rows.', 'file')
    const wanted = rows.filter(({ becomes, problem, settled }) => becomes !== null && !problem && !settled)
    const outcomes = await forEachRow(wanted, context, ({ id }) => `withdrawal ${id}`, settle)
    for (const { row, refusal } of outcomes) if (refusal !== null) row.problem = refusal
    const bad = rows.filter(({ problem }) => problem).length
    const before = rows.filter(({ settled }) => settled).length
    return {
      effect: `Settles ${formatCount(outcomes.filter(({ refusal }) => refusal === null).length, 'withdrawal')}${before ? `; ${before} settled before` : ''}`,
      tables: [describeTable({ name: 'rows', columns: COLUMNS, rows })],
      problems: bad ? [`Left out: ${formatCount(bad, 'row')} with a problem.`] : [],
    }
  },
})

async function settle({ id, becomes, words }: Planned, tx: Tx): Promise<Withdrawal> {
  return becomes === 'paid'
    ? requireMoved(await payWithdrawal(id, words, {}, tx), id, 'marked as paid')
    : requireMoved(await failWithdrawal(id, words, {}, tx), id, 'failed')
}
