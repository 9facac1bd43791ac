import { computePercent } from '~/platform/formats/count'
import {
  addFigures,
  computeContribution,
  computeResult,
  NO_FIGURES,
  type Figures,
  type MemberFigures,
} from './stats/figures'
import { findUnit, type Grouping } from './stats-groups.server'
import type { Stats, StatsGroup } from './joined-stats.server'

export type FigureRow = Pick<StatsGroup, 'figures' | 'members'>

interface Options {
  isOfMembers?: boolean
  isBalance?: boolean
  /** The column is left out if every row has 0 or nothing. */
  isRare?: boolean
}

export interface Figure extends Options {
  name: string
  title: string
  kind: 'count' | 'rate' | 'amount'
  of: (row: FigureRow) => bigint | null
}

const count = (name: keyof Figures, title: string): Figure => ({
  name,
  title,
  kind: 'count',
  of: ({ figures }) => figures[name],
})
const amount = (name: string, title: string, of: Figure['of'], options: Options = {}): Figure => ({
  name,
  title,
  kind: 'amount',
  of,
  ...options,
})
const ofMembers = (name: keyof MemberFigures, title: string, options: Options = {}): Figure =>
  amount(name, title, ({ members }) => members?.[name] ?? null, { isOfMembers: true, ...options })

export const FIGURES: readonly Figure[] = [
  count('clicks', 'Clicks'),
  {
    name: 'conversion_rate',
    title: 'Conversion rate',
    kind: 'rate',
    of: ({ figures: { clicks, converted } }) => computePercent(converted, clicks),
  },
  count('sales', 'Sales'),
  count('rejected', 'Rejected or reversed since'),
  amount('sale_value', 'Sale value', ({ figures }) => figures.saleValue),
  amount('commission', 'Commission', ({ figures }) => figures.commission),
  amount('cashback', 'Cashback', ({ figures }) => figures.cashback),
  amount('referral', 'Referral rewards', ({ figures }) => figures.referral),
  amount('margin', 'Margin', ({ figures }) => computeContribution(figures)),
  amount('other_costs', 'Other costs', ({ figures }) => figures.otherCosts, { isRare: true }),
  amount('result', 'Result', ({ figures }) => computeResult(figures)),
  ofMembers('paid', 'Withdrawals paid'),
  ofMembers('returned', 'Withdrawals returned', { isRare: true }),
  ofMembers('liability', 'Liability', { isBalance: true }),
  ofMembers('debts', 'Debts of members', { isBalance: true, isRare: true }),
]

export const listShownFigures = ({ groups, ...total }: Stats): readonly Figure[] => {
  const withOtherCosts =
    total.figures.otherCosts !== 0n || groups.some((row) => row.figures.otherCosts !== 0n)
  return FIGURES.filter(({ name, of, isRare }) => {
    if (of(total) === null) return name === 'conversion_rate'
    if (name === 'result') return withOtherCosts
    return !isRare || [total, ...groups].some((row) => of(row) !== 0n)
  })
}

export function sumDays(days: readonly FigureRow[]): FigureRow {
  const figures = { ...NO_FIGURES }
  for (const day of days) addFigures(figures, day.figures)
  const sum = (name: 'paid' | 'returned') =>
    days.reduce((total, day) => total + (day.members?.[name] ?? 0n), 0n)
  const last = days.at(-1)?.members ?? null
  return { figures, members: last && { ...last, paid: sum('paid'), returned: sum('returned') } }
}

export interface Order {
  sort?: string | undefined
  reverse?: boolean
  limit?: number | undefined
}

export function arrange(groups: readonly StatsGroup[], by: Grouping, { sort, reverse }: Order): StatsGroup[] {
  if (!sort && findUnit(by)) return reverse ? [...groups] : groups.toReversed()
  const { of } = FIGURES.find(({ name }) => name === (sort ?? 'commission'))!
  const rank = (group: StatsGroup) => of(group) ?? -1n
  const larger = reverse ? 1 : -1
  return groups.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) > rank(b) ? larger : -larger))
}
