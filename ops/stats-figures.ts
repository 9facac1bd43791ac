import { formatGrouped, formatPlain } from '~/formats/money'
import {
  computeContribution,
  computeResult,
  type Figures,
  type MemberFigures,
} from '~/tracking/stats/figures'
import type { Stats, StatsGroup } from '~/tracking/stats/stats.server'
import { amount, formatHead, type SheetField } from './sheets'

export type Row = Pick<StatsGroup, 'figures' | 'members'>

export interface Figure extends SheetField<Row> {
  /** Label in the overview. */
  title: string
  of: (row: Row) => bigint | null
  /** Exists for all members together only, not by store or network. */
  isOfMembers?: boolean
  /** A balance at the end of the period, which cannot be summed. */
  isBalance?: boolean
  /** Omitted from tables in which it is 0 or empty in every row. */
  isRare?: boolean
}

type Facts = Pick<Figure, 'title' | 'of'> & Partial<Figure>

const rupees = (name: string, facts: Facts): Figure => ({ ...amount(name, facts.of), ...facts })

const number = (name: string, facts: Facts): Figure => ({
  name,
  head: formatHead(name),
  right: true,
  cell: (row) => String(facts.of(row)),
  value: (row) => Number(facts.of(row)),
  ...facts,
})

/** Hundredths of a percent, rounded half up; null without clicks. */
const rate = ({ figures: { clicks, converted } }: Row): bigint | null =>
  clicks === 0n ? null : (converted * 20_000n + clicks) / (2n * clicks)

const ofMembers = (name: keyof MemberFigures) => ({
  of: (row: Row) => row.members?.[name] ?? null,
  isOfMembers: true,
})
const figure = (name: keyof Figures) => (row: Row) => row.figures[name]

export const FIGURES: readonly Figure[] = [
  number('clicks', { title: 'Clicks', of: figure('clicks') }),
  {
    name: 'conversion_rate',
    title: 'Conversion rate',
    head: 'RATE',
    right: true,
    of: rate,
    cell: (row) => (rate(row) === null ? '' : `${formatGrouped(rate(row)!)}%`),
    plain: (row) => (rate(row) === null ? '' : formatPlain(rate(row)!)),
    value: (row) => (rate(row) === null ? null : formatPlain(rate(row)!)),
  },
  number('sales', { title: 'Sales', of: figure('sales') }),
  number('rejected', { title: 'Rejected or reversed', of: figure('rejected') }),
  rupees('sale_value', { title: 'Sale value', of: figure('saleValue') }),
  rupees('commission', { title: 'Commission', of: figure('commission') }),
  rupees('cashback', { title: 'Cashback', of: figure('cashback') }),
  rupees('referral', { title: 'Referral rewards', of: figure('referral') }),
  rupees('margin', { title: 'Margin', of: (row) => computeContribution(row.figures) }),
  rupees('other_costs', { title: 'Other costs', of: figure('otherCosts'), isRare: true }),
  rupees('result', { title: 'Result', of: (row) => computeResult(row.figures) }),
  rupees('paid', { title: 'Withdrawals paid', ...ofMembers('paid') }),
  rupees('returned', { title: 'Withdrawals returned', ...ofMembers('returned'), isRare: true }),
  rupees('liability', { title: 'Liability', ...ofMembers('liability'), isBalance: true }),
  rupees('debts', { title: 'Debts of members', ...ofMembers('debts'), isBalance: true, isRare: true }),
]

/** Omits figures of members if there are none, and rare figures that are empty. */
export const listShownFigures = ({ groups, ...total }: Stats): readonly Figure[] => {
  const withOtherCosts =
    total.figures.otherCosts !== 0n || groups.some((row) => row.figures.otherCosts !== 0n)
  return FIGURES.filter(({ name, of, isRare }) => {
    if (of(total) === null) return name === 'conversion_rate'
    if (name === 'result') return withOtherCosts
    return !isRare || [total, ...groups].some((row) => of(row) !== 0n)
  })
}
