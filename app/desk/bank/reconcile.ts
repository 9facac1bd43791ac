import { formatCount } from '~/platform/formats/count'
import { formatGrouped, formatRupees } from '~/platform/formats/money'
import {
  type MatchedRow,
  type Problem,
  BANK_FIELDS,
  BANK_HEADINGS,
  readBankStatement,
} from '~/domain/books/bank'
import { reconcileBank, type NotAtBank } from '~/domain/books/bank.server'
import { forMonth, DAY_REFUSALS } from '../closed-days'
import { describeColumns, describeData, describeRows } from '../columns'
import { defineJob } from '../define'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { requireDone } from '../refusal'
import { columnNames, readTableFile, refuseLines, mergeHeadings } from '../table-files'

interface Line {
  line: number | null
  day: string
  reference: string
  /** Negative: outgoing. */
  bank: bigint | null
  is: string
  ours: bigint | null
  result: string
}

const toLine = (matched: MatchedRow): Line => {
  const { row, what, id, ours } = matched
  return {
    line: row.line,
    day: row.day,
    reference: row.utr || row.narration,
    bank: row.direction === 'in' ? row.amount : 0n - row.amount,
    is: what === 'nothing' || what === 'other' ? '' : id === null ? what : `${what} ${id}`,
    ours,
    result: describeMatch(matched),
  }
}

const toMissingLine = ({ what, id, reference, amount, day }: NotAtBank): Line => ({
  line: null,
  day,
  reference,
  bank: null,
  is: `${what} ${id}`,
  ours: amount,
  result: 'not at the bank',
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
    'came-back': `came back: withdrawal ${id} is to be returned`,
    'went-out': 'went out, and is a payment to us here',
    'unusable-id': 'unusable-id: a spreadsheet has damaged its reference',
    'other-account': 'noted as paid from another account, and is at this one',
  }
  return words[problem]
}

const column = describeColumns<Line>()
const COLUMNS = [
  column.count('line'),
  column.day('day'),
  column.text('reference', { width: 30 }),
  column.amount('bank'),
  column.text('is'),
  column.amount('ours'),
  column.text('result'),
]

export const reconcile = defineJob({
  name: 'bank reconcile',
  title: 'Reconcile a bank statement',
  summary: 'compare a bank statement with paid withdrawals and network payments, in both directions',
  role: 'finance',
  confirm: 'money',
  csv: true,
  input: {
    file: field.file('a CSV file', { place: 'argument' }),
    ...field.days('what we paid'),
    forMonth,
    columns: columnNames(BANK_FIELDS).optional(),
    fees: field.several(field.text('rows with this narration are payout fees')).optional(),
    other: field.several(field.text('rows with this narration are other business')).optional(),
  },
  help: `A statement has whole days: fees are distinguished only by day and amount. The same statement again changes nothing; a row that
cannot be read refuses the whole file. It ends with 1 where anything differs. Where the account has other business, ‘other’ says
which rows that is: they are listed, and are no difference unless they have a reference of ours.`,
  examples: ['bank reconcile november.csv --fees "imps charges" --other rent --other "card settlement"'],
  async run({ file, columns, fees = [], other = [], forMonth, ...days }, { apply, by }) {
    const period = await readFilter(days)
    const { rows, refused } = await readTableFile(file, (content) =>
      readBankStatement(content, mergeHeadings(BANK_HEADINGS, columns), { fees, others: other }),
    )
    if (refused.length) throw refuseLines(refused.map(({ line, reason }) => `line ${line}: ${reason}`))
    const reconciled = await reconcileBank(rows, { period, apply, forMonth, madeBy: by })
    const found = requireDone(reconciled, 'forMonth', DAY_REFUSALS)
    const others = found.rows.filter(({ what }) => what === 'other').length
    const problems = found.rows.filter(({ problem }) => problem !== null).length + found.missing.length
    return {
      effect: `Notes ${formatCount(found.entries, 'entry', 'entries')} of ${formatCount(rows.length, 'row')}, ${formatRupees(found.fees)} of it fees`,
      facts: [
        ...describeData('count', { entries: found.entries }),
        ...describeData('money', { fees: found.fees }),
        ...describeData('count', { differences: problems, others }),
      ],
      tables: [
        describeRows('rows', COLUMNS, [...found.rows.map(toLine), ...found.missing.map(toMissingLine)], {
          none: 'The file has no rows.',
        }),
      ],
      notes: others ? [`Not ours: ${formatCount(others, 'row')}.`] : [],
      problems: problems ? [`${formatCount(problems, 'difference')}: nothing is noted of them.`] : [],
    }
  },
})
