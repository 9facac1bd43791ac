import { FIGURES, type ShopFigure, type FigureRow, type StatsGroup } from '~/domain/tracking/stats.server'
import { type Grouping } from '~/domain/tracking/stats-groups.server'
import { formatDate, formatMonth } from '~/platform/formats/dates'
import { isMonth, startOfMonth } from '~/platform/formats/months'
import { formatRupees } from '~/platform/formats/money'
import type { Bar, Chart } from './chart'

const DRAWN = ['sales', 'cashback', 'margin', 'liability']

const findFigure = (name: string): ShopFigure => FIGURES.find((figure) => figure.name === name)!

/** 'Rs. 1,200.00', or a count. */
export const formatFigureOf = ({ kind, of }: ShopFigure, row: FigureRow): string => {
  const value = of(row) ?? 0n
  return kind === 'amount' ? formatRupees(value) : String(value)
}

/** Figures that may be left out where there is none, such as balances of one store. */
export const listDrawn = (rows: readonly FigureRow[]): ShopFigure[] =>
  DRAWN.map(findFigure).filter(({ of }) => rows.some((row) => of(row) !== null))

/** '2026-11' is 'November 2026', '2026-11-18' is '18 Nov 2026'. */
const formatPeriod = (key: string) =>
  isMonth(key) ? formatMonth(startOfMonth(key)) : formatDate(new Date(`${key}T12:00:00+05:30`))

const MOST_PERIODS = 62

/** One column a day, week or month. `groups`: from the earliest. */
export function drawPeriods(groups: readonly StatsGroup[]): Chart[] {
  const shown = groups.slice(-MOST_PERIODS)
  if (shown.length < 2) return []
  return listDrawn(shown).map((figure) => {
    const { name, title, isBalance, of } = figure
    const bars = shown.map((group) => ({
      label: formatPeriod(group.key ?? ''),
      words: formatFigureOf(figure, group),
      value: of(group) ?? 0n,
    }))
    const last = bars.at(-1)!
    const best = bars.reduce((high, bar) => (bar.value > high.value ? bar : high))
    return {
      kind: 'columns',
      name,
      title,
      words: isBalance
        ? `${last.words} at the end`
        : best.value > 0n
          ? `most ${best.words}, ${best.label}`
          : 'nothing',
      bars,
    }
  })
}

const MOST_BARS = 8

/** The largest stores or networks, by cashback and margin, or by the figure that sorts the table. */
export function drawGroups(groups: readonly StatsGroup[], by: Grouping, sort: string | undefined): Chart[] {
  const figures = (sort ? [sort] : ['sales', 'cashback', 'margin']).map(findFigure)
  return figures.flatMap((figure) => {
    const bars: Bar[] = groups
      .map((group) => ({
        label: group.name ?? group.key ?? '',
        words: figure.kind === 'rate' ? '' : formatFigureOf(figure, group),
        value: figure.of(group) ?? 0n,
      }))
      .filter(({ value }) => value !== 0n)
      .toSorted((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1))
      .slice(0, MOST_BARS)
    if (figure.kind === 'rate' || !bars.length) return []
    return [{ kind: 'bars', name: figure.name, title: `${figure.title} by ${by}`, bars }]
  })
}
