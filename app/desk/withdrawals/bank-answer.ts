import type { Tx } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { formatRupees } from '~/platform/formats/money'
import { ANSWER_FIELDS } from '~/domain/books/bank-answers'
import type { BankAnswer } from '~/domain/books/bank-answers.server'
import { failWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { describeColumns, describeRows } from '../columns'
import { defineJob } from '../define'
import { forEachRow, listRefusals } from '../each-row.server'
import * as field from '../fields'
import { listIf } from '../operation'
import { RefusalError } from '../refusal'
import { columnNames, mergeHeadings, readTableFile } from '../table-files'
import { requireWithdrawalStep } from './refusals'

const column = describeColumns<BankAnswer>()
const COLUMNS = [
  column.count('line'),
  column.id('id', ({ id }) => id || null, { title: 'withdrawal' }),
  column.money('amount'),
  column.state('becomes', {
    screen: ({ becomes, problem, settled }) =>
      problem ? null : settled ? 'as it is' : (becomes ?? 'as it is'),
  }),
  column.text('words', { title: 'UTR or reason', width: 40 }),
  column.text('problem'),
  column.yes('settled', { only: 'data' }),
]

export const importFromBank = defineJob({
  name: 'withdrawals import',
  title: 'Settle by the bank’s file',
  summary: 'the bank’s answer: by number or by the remark ‘DealDwaar withdrawal N’, with UTR or reason',
  role: 'finance',
  confirm: 'money',
  continues: 'by rows',
  input: {
    file: field.file('our file with the last columns filled in, or the bank’s own answer; CSV', {
      place: 'argument',
    }),
    columns: columnNames(ANSWER_FIELDS).optional(),
  },
  async run({ file, columns }, context) {
    const { ANSWER_HEADINGS, readBankAnswers } = await import('~/domain/books/bank-answers.server')
    const headings = mergeHeadings(ANSWER_HEADINGS, columns)
    const rows = await readTableFile(file, (text) => readBankAnswers(text, headings))
    if (!rows.length) throw new RefusalError('The file has no rows.', 'file')
    const open = rows.filter(({ becomes, problem, settled }) => becomes !== null && !problem && !settled)
    const outcomes = await forEachRow(open, context, ({ id }) => `withdrawal ${id}`, settle)
    for (const { row, refusal } of outcomes) if (refusal !== null) row.problem = refusal.text
    const bad = rows.filter(({ problem }) => problem).length
    const before = rows.filter(({ settled }) => settled).length
    return {
      effect: `${describeSettled(outcomes.flatMap(({ done }) => done ?? []))}${before ? `; ${before} settled before` : ''}`,
      isEmpty: !open.length,
      tables: [describeRows('rows', COLUMNS, rows)],
      problems: [
        ...listIf(bad, `Left out: ${formatCount(bad, 'row')} with a problem.`),
        ...listRefusals(outcomes).filter((refusal) => typeof refusal !== 'string'),
      ],
    }
  },
})

function describeSettled(withdrawals: readonly Withdrawal[]): string {
  const ends = ['paid', 'refunded'] as const
  const parts = ends.flatMap((end) => {
    const ended = withdrawals.filter(({ status }) => status === end)
    const sum = ended.reduce((paise, { amount_paise }) => paise + amount_paise, 0n)
    return ended.length ? [`${ended.length} ${end}, together ${formatRupees(sum)}`] : []
  })
  return `Settles ${formatCount(withdrawals.length, 'withdrawal')}${parts.length ? `: ${parts.join('; ')}` : ''}`
}

async function settle({ id, becomes, words }: BankAnswer, tx: Tx): Promise<Withdrawal> {
  return becomes === 'paid'
    ? requireWithdrawalStep(await payWithdrawal(id, words, {}, tx), id, 'marked as paid')
    : requireWithdrawalStep(await failWithdrawal(id, words, {}, tx), id, 'failed')
}
