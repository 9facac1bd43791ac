import { DAY_MS, dayInIndia, formatMonth, startOfDayInIndia } from '~/platform/formats/dates'
import { lastDayOfMonth, monthNow, previousMonth, startOfMonth } from '~/platform/formats/months'
import type { Chart } from '~/desk/chart'
import { formatFigure } from '~/desk/figures'
import { listDrawn, formatFigureOf } from '~/desk/figure-charts'
import { listWaits, type WaitRow } from '~/domain/catalog/waits.server'
import { DAY_HOURS } from '~/domain/catalog/waits'
import {
  listShownFigures,
  sumDays,
  type ShopFigure,
  type FigureRow,
  readStats,
  type StatsGroup,
} from '~/domain/tracking/stats.server'
import { toChartView, type ChartView } from '../views/chart-view'
import type { CellView, TableView } from '../views/view'

const WEEKS = 4
const DAYS = WEEKS * 7 + 1

export interface Days {
  table: TableView
  charts: readonly ChartView[]
}

export async function readDays(now = new Date()): Promise<Days> {
  const today = startOfDayInIndia(now)
  const month = monthNow(now)
  const since = Math.min(today.getTime() - DAYS * DAY_MS, startOfMonth(previousMonth(month)).getTime())
  const [found, waits] = await Promise.all([
    readStats({ from: new Date(since) }, 'day'),
    listWaits({ onlyNetworks: true }, MOST_NETWORKS * 2),
  ])
  const isOver = ({ key }: StatsGroup) => key! < dayInIndia(now).date
  const days = found.groups.filter(isOver).slice(-DAYS)
  const yesterday = days.slice(-1)
  const weeks = Array.from({ length: WEEKS }, (_, i) => days.slice(i * 7, i * 7 + 7)).toReversed()
  const columns = [yesterday, ...weeks].map(sumDays)
  const table: TableView = {
    name: 'days',
    title: 'Yesterday and four weeks',
    heads: [
      { title: 'figure', isNumeric: false },
      ...['yesterday', '7 days before', '2 weeks ago', '3 weeks ago', '4 weeks ago'].map((title) => ({
        title,
        isNumeric: true,
      })),
    ],
    rows: listShownFigures(found)
      .filter(({ isBalance }) => !isBalance)
      .map((figure) => [toTitle(figure), ...columns.map((column) => toCell(figure, column))]),
    hasTotal: false,
  }
  const charts = [...drawMonths(found.groups, month), ...drawWaits(waits)]
  return { table, charts: charts.map(toChartView) }
}

const toTitle = ({ title }: ShopFigure): CellView => ({ kind: 'text', text: title })
const toCell = (figure: ShopFigure, row: FigureRow): CellView => ({
  kind: 'count',
  text: formatFigure(figure, row),
})

/** Sums from the first of the month on, this month beside the last; a balance as it was at the end of each day. */
function drawMonths(groups: readonly StatsGroup[], month: string): Chart[] {
  const before = previousMonth(month)
  const ofMonth = (wanted: string) => groups.filter(({ key }) => key!.startsWith(wanted))
  const [now, last] = [ofMonth(month), ofMonth(before)]
  if (!now.length || !last.length) return []
  const soFar = last.slice(0, now.length)
  const [label, lastLabel] = [month, before].map((one) => formatMonth(startOfMonth(one)))
  return listDrawn(groups).map((figure) => {
    const { name, title, isBalance } = figure
    const [sum, sumSoFar, sumLast] = [now, soFar, last].map((days) => formatFigureOf(figure, sumDays(days)))
    return {
      kind: 'lines',
      name,
      title,
      lines: [
        { label: label!, words: isBalance ? sum! : `${sum} so far`, values: readSteps(figure, now) },
        {
          label: lastLabel!,
          words: isBalance ? `${sumLast} at its end` : `${sumSoFar} by this day, ${sumLast} in all`,
          values: readSteps(figure, last),
        },
      ],
      ends: ['1', String(Math.max(...[month, before].map((one) => Number(lastDayOfMonth(one).slice(-2)))))],
    }
  })
}

function readSteps({ isBalance, of }: ShopFigure, days: readonly StatsGroup[]): bigint[] {
  let sum = 0n
  return days.map((day) => {
    const value = of(day) ?? 0n
    sum += value
    return isBalance ? value : sum
  })
}

const MOST_NETWORKS = 8

const STEPS = { track: 'Days from visit to tracked', confirm: 'Days from tracked to confirmed' } as const

/** Nine of ten sales were that fast; networks without enough sales have no bar. */
const drawWaits = (waits: readonly WaitRow[]): Chart[] =>
  (['track', 'confirm'] as const).flatMap((step): Chart[] => {
    const bars = waits
      .flatMap((row) =>
        row.step === step && row.p90_hours !== null ? [{ ...row, hours: row.p90_hours }] : [],
      )
      .toSorted((a, b) => b.hours - a.hours)
      .map(({ network, hours }) => ({
        label: network ?? '',
        words: hours <= 2 * DAY_HOURS ? `${hours} hours` : `${Math.ceil(hours / DAY_HOURS)} days`,
        value: BigInt(hours),
      }))
    return bars.length ? [{ kind: 'bars', name: step, title: `${STEPS[step]}, nine of ten`, bars }] : []
  })
