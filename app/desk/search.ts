import type { Conversion } from '~/domain/tracking/conversions'
import { MOST_FOUND, searchMembers, searchSales, searchWithdrawals } from '~/domain/tracking/search.server'
import { describeColumns, describeRows } from './columns'
import { defineReport } from './define'
import { makeField } from './field'
import { noteIf, type Topic } from './operation'
import { RefusalError } from './refusal'
import { hasSearchedTooOften } from './search-limit.server'
import { MEMBER_COLUMNS } from './user-look'
import { WITHDRAWAL_COLUMNS } from './withdrawal-columns'

const sale = describeColumns<Conversion>()
const SALE_COLUMNS = [
  sale.sale('id'),
  ...sale.own('status', 'user_id', 'network'),
  sale.text('external_id', { width: 32 }),
  sale.text('order_number', { title: 'order', width: 32 }),
  sale.text('click_id', { title: 'click' }),
  sale.money('sale'),
  sale.money('cashback', ({ granted_paise, pending_paise }) => granted_paise + pending_paise),
  sale.time('created_at', { title: 'reported' }),
]

const SHORTEST = 3
const FEWEST_DIGITS = 4

const search = defineReport({
  name: 'search',
  title: 'Search',
  summary: 'find members, sales and withdrawals; each search is logged without the words',
  role: 'support',
  logsReading: true,
  uncovers: 'whole mobile numbers and e-mail addresses',
  input: {
    words: makeField(
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
  },
  async read({ words }, { by }) {
    if (await hasSearchedTooOften(by))
      throw new RefusalError('More than 60 searches within a minute: wait a little.')
    const [members, sales, found] = await Promise.all([
      searchMembers(words),
      searchSales(words),
      searchWithdrawals(words),
    ])
    const isCut = [members, sales, found].some((rows) => rows.length === MOST_FOUND)
    return {
      tables: [
        describeRows('members', MEMBER_COLUMNS, members, { title: 'Members' }),
        describeRows('sales', SALE_COLUMNS, sales, { title: 'Sales' }),
        describeRows('withdrawals', WITHDRAWAL_COLUMNS, found, { title: 'Withdrawals' }),
      ],
      notes: [
        ...noteIf(!members.length && !sales.length && !found.length, 'Nothing matches.'),
        ...noteIf(isCut, `No more than ${MOST_FOUND} of a kind are shown: type more.`),
      ],
      next: members.length === 1 ? [{ operation: 'users show', input: { user: members[0]!.id } }] : [],
    }
  },
})

export const topic: Topic = { operations: [search] }
