import { formatGrouped, formatPlain } from '~/formats/money'
import {
  computeContribution,
  computeResult,
  type Figures,
  type MemberFigures,
} from '~/tracking/stats/figures'
import type { Stats, StatsGroup } from '~/tracking/stats/stats.server'
import { formatCell } from '../cells'
import type { Column } from '../columns'

export type Row = Pick<StatsGroup, 'figures' | 'members'>

interface Options {
  /** Exists for all members together only, not by store or network. */
  isOfMembers?: boolean
  /** A balance at the end of the period, which cannot be summed. */
  isBalance?: boolean
  /** Left out of tables in which it is 0 or empty in every row. */
  isRare?: boolean
}

export interface Figure extends Options {
  name: string
  /** Label in the overview. */
  title: string
  /** 'rate': hundredths of a percent. */
  kind: 'count' | 'rate' | 'amount'
  of: (row: Row) => bigint | null
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

/** Rounded half up; null without clicks. */
const rate = ({ figures: { clicks, converted } }: Row): bigint | null =>
  clicks === 0n ? null : (converted * 20_000n + clicks) / (2n * clicks)

export const FIGURES: readonly Figure[] = [
  count('clicks', 'Clicks'),
  { name: 'conversion_rate', title: 'Conversion rate', kind: 'rate', of: rate },
  count('sales', 'Sales'),
  count('rejected', 'Rejected or reversed'),
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

/** For the screen. */
export function formatFigure({ kind, of }: Figure, row: Row): string {
  const value = of(row)
  if (kind !== 'rate') return formatCell(kind, value)
  return value === null ? '' : `${formatGrouped(value)}%`
}

const formatRate = (value: bigint | null) => (value === null ? null : formatPlain(value))

/** All figures are in CSV and JSON, the `shown` ones on the screen. */
export const toColumns = (shown: readonly Figure[]): Column<Row>[] =>
  FIGURES.flatMap((figure): Column<Row>[] => {
    const { name, kind, of } = figure
    if (kind !== 'rate') return [{ name, kind, value: of, only: shown.includes(figure) ? undefined : 'data' }]
    return [
      { name: 'rate', kind: 'count', value: (row) => formatFigure(figure, row), only: 'screen' },
      { name, kind, value: (row) => formatRate(of(row)), only: 'data' },
    ]
  })
