import { z } from 'zod/v4'
import type { User } from '~/accounts/users.server'
import type { Conversion } from '~/tracking/conversion'
import { describeColumns, describeTable } from './columns'
import * as field from './fields'
import { operation, type Topic } from './operation'
import { Refused } from './refusal'
import {
  hasSearchedTooOften,
  MOST_FOUND,
  searchMembers,
  searchSales,
  searchWithdrawals,
} from './search.server'
import { WITHDRAWAL_COLUMNS } from './withdrawals/columns'

const member = describeColumns<User>()
const MEMBER_COLUMNS = [
  member.member('id'),
  member.name('username', { title: 'name', width: 30 }),
  member.phone('phone_number', { title: 'mobile' }),
  member.email('email', { title: 'e-mail', width: 40 }),
  member.time('created_at', { title: 'since' }),
]

const sale = describeColumns<Conversion>()
const SALE_COLUMNS = [
  sale.sale('id'),
  sale.state('status'),
  sale.member('user_id', { title: 'member' }),
  sale.text('network'),
  sale.text('external_id', { width: 32 }),
  sale.text('order_number', { title: 'order', width: 32 }),
  sale.text('click_id', { title: 'click' }),
  sale.money('sale', ({ sale_paise }) => sale_paise),
  sale.money('cashback', ({ granted_paise, pending_paise }) => granted_paise + pending_paise),
  sale.time('created_at', { title: 'reported' }),
]

const SHORTEST = 3
const FEWEST_DIGITS = 4

const search = operation({
  name: 'search',
  title: 'Search',
  summary: 'find members, sales and withdrawals; each search is logged without the words',
  role: 'support',
  kind: 'report',
  logsReading: true,
  uncovers: 'full mobile numbers',
  input: z.object({
    words: field.field(
      'text',
      'the start of a name or e-mail address, the end of a mobile number, or a whole reference: UTR, order, click, transaction, referral code',
      `It must have ${SHORTEST} characters or ${FEWEST_DIGITS} digits at least, and 100 at most, such as asha or 00001.`,
      (typed) => {
        const trimmed = typed.trim()
        const least = /^\d+$/.test(trimmed) ? FEWEST_DIGITS : SHORTEST
        return trimmed.length >= least && trimmed.length <= 100 ? trimmed : undefined
      },
      { place: 'argument', private: true },
    ),
  }),
  async read({ words }, { by }) {
    if (await hasSearchedTooOften(by))
      throw new Refused('More than 60 searches within a minute: wait a little.')
    const [members, sales, found] = await Promise.all([
      searchMembers(words),
      searchSales(words),
      searchWithdrawals(words),
    ])
    const isCut = [members, sales, found].some((rows) => rows.length === MOST_FOUND)
    return {
      tables: [
        describeTable({ name: 'members', title: 'Members', columns: MEMBER_COLUMNS, rows: members }),
        describeTable({ name: 'sales', title: 'Sales', columns: SALE_COLUMNS, rows: sales }),
        describeTable({
          name: 'withdrawals',
          title: 'Withdrawals',
          columns: WITHDRAWAL_COLUMNS,
          rows: found,
        }),
      ],
      notes: [
        ...(members.length + sales.length + found.length ? [] : ['Nothing matches.']),
        ...(isCut ? [`No more than ${MOST_FOUND} of a kind are shown: type more.`] : []),
      ],
      next: members.length === 1 ? [{ operation: 'users show', input: { user: members[0]!.id } }] : [],
    }
  },
})

export const topic: Topic = { operations: [search] }
