import { DAY_MS, startOfDayInIndia } from '~/platform/formats/dates'
import { listShownFigures, sumDays, type ShopFigure, type Stats } from '~/domain/tracking/stats.server'
import { describeRows, type Column, type Table } from '../columns'
import { FIGURE_TITLE, formatFigure } from '../figures'

const DAYS = 30

export const findOverviewStart = () => startOfDayInIndia(new Date(Date.now() - (DAYS - 1) * DAY_MS))

/** `found`: by calendar days of India. */
export function describeOverview(found: Stats): Table {
  const days = found.groups.slice(-DAYS)
  const sum = (name: string, most: number): Column<ShopFigure> => {
    const row = sumDays(days.slice(-most))
    const value = (figure: ShopFigure) => (figure.isBalance && most > 1 ? '' : formatFigure(figure, row))
    return { name, kind: 'count', value }
  }
  return describeRows(
    'overview',
    [
      FIGURE_TITLE,
      sum('today', 1),
      sum('7 days', 7),
      sum(`${DAYS} days`, DAYS),
      // The desk has pictures instead.
      {
        name: 'day by day',
        kind: 'text',
        isCommand: true,
        value: ({ of }) => sparkline(days.map((day) => of(day) ?? 0n)),
      },
    ],
    listShownFigures(found),
    { only: 'screen' },
  )
}

const BARS = '▁▂▃▄▅▆▇█'

/** One character per day: a full bar for the maximum, a dot for zero, a minus for a negative value. */
export function sparkline(values: readonly bigint[]): string {
  const highest = values.reduce((high, value) => (value > high ? value : high), 0n)
  return values
    .map((value) => {
      if (value === 0n) return '·'
      return value < 0n ? '-' : BARS[Number((value * 8n + highest - 1n) / highest) - 1]!
    })
    .join('')
}
