import { formatCount } from '~/platform/formats/count'
import { listBankEntries, type BankEntry, recordOtherAccount } from '~/domain/books/bank.server'
import { reconcile } from './bank/reconcile'
import { noteChange } from './changed'
import { describeColumns, describeData } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { readFilter } from './lookups.server'
import { see, type Topic } from './operation'
import { requireDone } from './refusal'

const column = describeColumns<BankEntry>()
const COLUMNS = [
  column.id('id'),
  column.day('on_day', { title: 'day' }),
  column.state('kind'),
  column.text('of', nameSubject, { only: 'screen' }),
  ...column.data('withdrawal_id', 'settlement_id'),
  column.amount('amount'),
  column.text('made_by', { title: 'by' }),
  ...column.data('created_at'),
]

function nameSubject({ withdrawal_id, settlement_id }: BankEntry): string {
  if (withdrawal_id !== null) return `withdrawal ${withdrawal_id}`
  return settlement_id === null ? '' : `settlement ${settlement_id}`
}

const list = defineList({
  name: 'bank list',
  title: 'Bank entries',
  summary: 'what bank statements confirmed, and the fees posted from them, newest first',
  role: 'finance',
  input: field.days('at the bank'),
  one: 'entry',
  many: 'entries',
  none: 'No statement has confirmed anything.',
  starts: [see('bank reconcile')],
  columns: COLUMNS,
  read: async (filter, page) => listBankEntries(await readFilter(filter), page),
  key: ({ id }) => id,
})

const other = defineChange({
  name: 'bank other',
  title: 'Paid from another account',
  summary: 'withdrawals that were paid from another account: no statement is expected to have them',
  role: 'finance',
  confirm: 'money',
  input: { ids: field.several(field.id('their numbers', { place: 'argument' })) },
  async run({ ids }, { by }, tx) {
    const { noted } = requireDone(await recordOtherAccount(ids, by, tx), 'ids', {
      'not-paid': (refusal) => `Not paid: ${refusal.ids.join(', ')}. Nothing is noted.`,
      'at-bank': (refusal) =>
        `A bank statement has ${refusal.ids.join(', ')}: they left this account. Nothing is noted.`,
    })
    return {
      effect: `Notes ${formatCount(noted.length, 'withdrawal')} as paid from another account${noted.length ? `: ${noted.join(', ')}` : ''}`,
      facts: describeData('count', { noted: noted.length }),
      notes: ['This cannot be undone.'],
      changed: noted.map((id) => noteChange(`withdrawal ${id}`, 'account', null, 'another')),
    }
  },
})

export const topic: Topic = {
  operations: [reconcile, other, list],
  examples: `
Examples:
  $ bank reconcile november.csv --columns "date=Txn Date,utr=Ref No,debit=Debit,credit=Credit" --dry-run
  $ bank reconcile november.csv --fees "IMPS charges"
  $ bank other 12 13
  $ bank list --from 2026-11-01`,
}
