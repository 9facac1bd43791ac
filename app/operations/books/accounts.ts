import { z } from 'zod/v4'
import { formatGrouped } from '~/formats/money'
import { listJournal, readAccounts, type AccountLine, type JournalEntry } from '~/wallet/ledger/books.server'
import { CHART } from '~/wallet/ledger/chart'
import { describeColumns, describeTable } from '../columns'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { operation } from '../operation'
import { inOrder } from '../relations'

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

const days = z.object(field.days('entries'))
const relations = [inOrder('from', 'to')]

const balance = describeColumns<Balance>()
const BALANCE_COLUMNS = [
  balance.text('account', ({ code }) => code),
  balance.text('name'),
  balance.amount('debit'),
  balance.amount('credit'),
]

export const trialBalance = operation({
  name: 'books trial-balance',
  title: 'Trial balance',
  summary: 'the debit or credit balance of each account; exits with 1 if debits and credits differ',
  role: 'finance',
  kind: 'report',
  input: days,
  relations,
  async read(period) {
    const rows = (await readAccounts(await readFilter(period))).map(toBalance)
    const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + (row[side] ?? 0n), 0n)
    const total = { code: '', name: 'Total', debit: sum('debit'), credit: sum('credit') }
    const difference = total.debit - total.credit
    return {
      tables: [
        describeTable({
          name: 'accounts',
          columns: BALANCE_COLUMNS,
          rows: [...rows, total],
          hasTotal: 'also in CSV',
        }),
      ],
      facts: [
        { name: 'debit', kind: 'amount', value: total.debit, only: 'data' },
        { name: 'credit', kind: 'amount', value: total.credit, only: 'data' },
        { name: 'difference', kind: 'amount', value: difference, only: 'data' },
      ],
      notes: [`Debits less credits: ${formatGrouped(difference)}`],
      problems: difference === 0n ? [] : ['The books do not balance: run `audit`.'],
    }
  },
})

const line = describeColumns<AccountLine>()

export const accounts = operation({
  name: 'books accounts',
  title: 'Accounts',
  summary: 'the chart of accounts: opening balance, debits, credits and closing balance of each',
  role: 'finance',
  kind: 'list',
  input: days,
  relations,
  one: 'account',
  none: 'There are no accounts.',
  columns: [
    line.text('account', ({ code }) => code),
    line.text('name'),
    line.text('class'),
    line.text('side'),
    line.amount('opening'),
    line.amount('debits'),
    line.amount('credits'),
    line.amount('closing'),
  ],
  read: async (period) => readAccounts(await readFilter(period)),
})

const entry = describeColumns<JournalEntry>()

export const journal = operation({
  name: 'books journal',
  title: 'Journal',
  summary: 'all entries, oldest first',
  role: 'finance',
  kind: 'list',
  input: z.object({
    ...days.shape,
    sale: field.sale('only entries of one sale').optional(),
    withdrawal: field.id('only entries of one withdrawal').optional(),
    adjustment: field.id('only entries of one adjustment').optional(),
    settlement: field.id('only entries of one settlement of a network').optional(),
    account: field
      .choice('only entries of one account', Object.keys(CHART), { placeholder: 'code' })
      .optional(),
  }),
  relations,
  one: 'entry',
  many: 'entries',
  none: 'No entry matches.',
  columns: [
    entry.id('id', ({ id }) => Number(id)),
    entry.time('time', ({ at }) => at),
    entry.text(
      'entry',
      ({ reference, corrects }) => (corrects === null ? reference : `${reference} for ${corrects}`),
      { title: 'reference', only: 'screen' },
    ),
    entry.text('reference', { only: 'data' }),
    entry.state('kind'),
    entry.text('debit'),
    entry.text('credit'),
    entry.amount('amount'),
    entry.text('for_month', ({ corrects }) => corrects, { only: 'data' }),
  ],
  read: async ({ from, to, ...filter }, page) =>
    listJournal({ ...filter, ...(await readFilter({ from, to })) }, page),
  key: ({ id }) => Number(id),
})
