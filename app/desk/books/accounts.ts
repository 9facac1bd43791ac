import { formatGrouped } from '~/platform/formats/money'
import { listJournal, readAccounts, type AccountLine, type JournalEntry } from '~/domain/books/journal.server'
import { CHART } from '~/domain/wallet/ledger'
import { describeColumns, describeData, describeRows } from '../columns'
import { defineList, defineReport } from '../define'
import * as field from '../fields'
import { readFilter } from '../lookups.server'

interface Balance {
  code: string
  name: string
  debit: bigint | null
  credit: bigint | null
}

/** Net movement in the period; without its first day the balance. */
function toBalance({ code, name, debits, credits }: AccountLine): Balance {
  const net = debits - credits
  return { code, name, debit: net > 0n ? net : null, credit: net < 0n ? -net : null }
}

const days = field.days('entries')

const balance = describeColumns<Balance>()
const BALANCE_COLUMNS = [
  balance.text('account', ({ code }) => code),
  balance.text('name'),
  balance.amount('debit'),
  balance.amount('credit'),
]

export const trialBalance = defineReport({
  name: 'books trial-balance',
  title: 'Trial balance',
  summary: 'the debit or credit balance of each account, and whether debits and credits differ',
  role: 'finance',
  input: days,
  async read(period) {
    const rows = (await readAccounts(await readFilter(period))).map(toBalance)
    const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + (row[side] ?? 0n), 0n)
    const total = { code: '', name: 'Total', debit: sum('debit'), credit: sum('credit') }
    const difference = total.debit - total.credit
    return {
      tables: [describeRows('accounts', BALANCE_COLUMNS, [...rows, total], { hasTotal: 'also in CSV' })],
      facts: [...describeData('amount', { debit: total.debit, credit: total.credit, difference })],
      notes: [`Debits less credits: ${formatGrouped(difference)}`],
      problems: difference === 0n ? [] : ['The books do not balance: the audit on the server says where.'],
    }
  },
})

const line = describeColumns<AccountLine>()

export const accounts = defineList({
  name: 'books accounts',
  title: 'Accounts',
  summary: 'the chart of accounts: opening balance, debits, credits and closing balance of each',
  role: 'finance',
  input: days,
  one: 'account',
  none: 'There are no accounts.',
  columns: [
    line.text('account', ({ code }) => code),
    ...line.own('name', 'class', 'side'),
    line.amount('opening'),
    line.amount('debits'),
    line.amount('credits'),
    line.amount('closing'),
  ],
  read: async (period) => readAccounts(await readFilter(period)),
})

const entry = describeColumns<JournalEntry>()

export const journal = defineList({
  name: 'books journal',
  title: 'Journal',
  summary: 'all entries, oldest first',
  role: 'finance',
  input: {
    ...days,
    sale: field.sale('only entries of one sale').optional(),
    withdrawal: field.id('only entries of one withdrawal', { ofPerson: true }).optional(),
    adjustment: field.id('only entries of one adjustment', { ofPerson: true }).optional(),
    settlement: field.id('only entries of one settlement of a network').optional(),
    account: field
      .choice('only entries of one account', Object.keys(CHART), { placeholder: 'code' })
      .optional(),
  },
  one: 'entry',
  many: 'entries',
  columns: [
    entry.id('id', ({ id }) => Number(id)),
    entry.time('time', ({ at }) => at),
    entry.text('reference', {
      screen: ({ reference, corrects }) => (corrects === null ? reference : `${reference} for ${corrects}`),
    }),
    ...entry.own('kind', 'debit', 'credit'),
    entry.amount('amount'),
    entry.text('for_month', ({ corrects }) => corrects, { only: 'data' }),
  ],
  read: async (filter, page) => listJournal(await readFilter(filter), page),
  key: ({ id }) => Number(id),
})
