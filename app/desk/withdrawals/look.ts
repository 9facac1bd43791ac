import { withdrawals } from '~/platform/db/schema/withdrawals'
import { listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { defineList, defineRecord } from '../define'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { describeBlockers, describeUnclear } from './blockers'
import { WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import { describeWithdrawal } from './describe'

export const list = defineList({
  name: 'withdrawals list',
  title: 'Withdrawals',
  summary: 'the newest withdrawals first',
  role: 'support',
  input: {
    status: field.choice('only those in this status', withdrawals.status.enumValues).optional(),
    member: field.member('only withdrawals of one member').optional(),
    ...field.days('requested'),
  },
  one: 'withdrawal',
  columns: WITHDRAWAL_COLUMNS,
  sum: ({ amount_paise }) => amount_paise,
  read: async (filter, page) => listWithdrawals(await readFilter(filter), page),
  key: ({ id }) => id,
  notes: async (rows) => [...(await describeUnclear(rows)), ...(await describeBlockers(rows))],
})

export const show = defineRecord({
  name: 'withdrawals show',
  title: 'Withdrawal',
  summary: 'one withdrawal with its history',
  role: 'support',
  uncovers: 'the account that it goes to',
  input: { id: field.listNumber },
  read: ({ id }, context) => describeWithdrawal(id, context),
})
