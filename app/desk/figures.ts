import { formatGrouped, formatPlain } from '~/platform/formats/money'
import {
  FIGURES,
  listShownFigures,
  type ShopFigure,
  type FigureRow,
  type Stats,
} from '~/domain/tracking/stats.server'
import { formatCell } from './cells'
import { describeRows, type Column, type Table } from './columns'

export function formatFigure({ kind, of }: ShopFigure, row: FigureRow): string {
  const value = of(row)
  if (kind !== 'rate') return formatCell(kind, value)
  return value === null ? '' : `${formatGrouped(value)}%`
}

export const FIGURE_TITLE: Column<ShopFigure> = {
  name: 'figure',
  title: '',
  kind: 'text',
  value: ({ title }) => title,
}

/** The figures of one period, each in a row. */
export function describeTotal(found: Stats): Table {
  const total: Column<ShopFigure> = {
    name: 'total',
    kind: 'count',
    value: (figure) => formatFigure(figure, found),
  }
  return describeRows('figures', [FIGURE_TITLE, total], listShownFigures(found), { only: 'screen' })
}

const formatRate = (value: bigint | null) => (value === null ? null : formatPlain(value))

export const toColumns = (onScreen: readonly ShopFigure[]): Column<FigureRow>[] =>
  FIGURES.flatMap((figure): Column<FigureRow>[] => {
    const { name, kind, of } = figure
    if (kind !== 'rate')
      return [{ name, kind, value: of, only: onScreen.includes(figure) ? undefined : 'data' }]
    return [
      { name: 'rate', kind: 'count', value: (row) => formatFigure(figure, row), only: 'screen' },
      { name, kind, value: (row) => formatRate(of(row)), only: 'data' },
    ]
  })
