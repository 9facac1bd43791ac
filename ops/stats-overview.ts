import { DAY_MS, startOfDayInIndia } from '~/formats/dates'
import { addFigures, NO_FIGURES } from '~/tracking/stats/figures'
import type { StatsFilter } from '~/tracking/stats/grouping.server'
import { readStats } from '~/tracking/stats/stats.server'
import { table, type Column, type SafeText } from './safe-text'
import { listShownFigures, type Figure, type Row } from './stats-figures'

const DAYS = 30

/** Midnight in India. */
export const startOfOverview = () => startOfDayInIndia(new Date(Date.now() - (DAYS - 1) * DAY_MS))

export const TITLE: Column<Figure> = { head: '', cell: ({ title }) => title }

export const toColumn = (head: string, row: Row): Column<Figure> => ({
  head,
  cell: ({ cell }) => cell(row),
  right: true,
})

/** Calendar days of India. */
export async function formatOverview(filter: StatsFilter): Promise<SafeText> {
  const stats = await readStats({ ...filter, from: startOfOverview() }, 'day')
  const days = stats.groups.slice(-DAYS)
  const of = (head: string, most: number): Column<Figure> => {
    const column = toColumn(head, sumDays(days.slice(-most)))
    // Balances are shown for today only.
    return most === 1
      ? column
      : { ...column, cell: (figure) => (figure.isBalance ? '' : column.cell(figure)) }
  }
  return table(listShownFigures(stats), [
    TITLE,
    of('TODAY', 1),
    of('7 DAYS', 7),
    of(`${DAYS} DAYS`, DAYS),
    { head: 'DAY BY DAY', cell: (figure) => sparkline(days.map((day) => figure.of(day) ?? 0n)) },
  ])
}

/** Balances are those of the last day. */
function sumDays(days: readonly Row[]): Row {
  const figures = { ...NO_FIGURES }
  for (const day of days) addFigures(figures, day.figures)
  const sum = (name: 'paid' | 'returned') =>
    days.reduce((total, day) => total + (day.members?.[name] ?? 0n), 0n)
  const last = days.at(-1)?.members ?? null
  return { figures, members: last && { ...last, paid: sum('paid'), returned: sum('returned') } }
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
