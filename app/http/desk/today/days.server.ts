import { DAY_MS, startOfDayInIndia } from '~/platform/formats/dates'
import { formatFigure } from '~/desk/figures'
import {
  listShownFigures,
  sumDays,
  type Figure,
  type FigureRow,
  readStats,
} from '~/domain/tracking/stats.server'
import type { CellView, TableView } from '../views/view'

const WEEKS = 4
const DAYS = WEEKS * 7 + 1

export async function readDays(): Promise<TableView> {
  const today = startOfDayInIndia(new Date())
  const found = await readStats({ from: new Date(today.getTime() - DAYS * DAY_MS), before: today }, 'day')
  const days = found.groups.slice(-DAYS)
  const yesterday = days.slice(-1)
  const weeks = Array.from({ length: WEEKS }, (_, i) => days.slice(i * 7, i * 7 + 7)).toReversed()
  const columns = [yesterday, ...weeks].map(sumDays)
  return {
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
}

const toTitle = ({ title }: Figure): CellView => ({ kind: 'text', text: title })
const toCell = (figure: Figure, row: FigureRow): CellView => ({
  kind: 'count',
  text: formatFigure(figure, row),
})
