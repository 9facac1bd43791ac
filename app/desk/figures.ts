import { formatGrouped, formatPlain } from '~/platform/formats/money'
import { FIGURES, type Figure, type FigureRow } from '~/domain/tracking/stats.server'
import { formatCell } from './cells'
import type { Column } from './columns'

export function formatFigure({ kind, of }: Figure, row: FigureRow): string {
  const value = of(row)
  if (kind !== 'rate') return formatCell(kind, value)
  return value === null ? '' : `${formatGrouped(value)}%`
}

const formatRate = (value: bigint | null) => (value === null ? null : formatPlain(value))

export const toColumns = (onScreen: readonly Figure[]): Column<FigureRow>[] =>
  FIGURES.flatMap((figure): Column<FigureRow>[] => {
    const { name, kind, of } = figure
    if (kind !== 'rate')
      return [{ name, kind, value: of, only: onScreen.includes(figure) ? undefined : 'data' }]
    return [
      { name: 'rate', kind: 'count', value: (row) => formatFigure(figure, row), only: 'screen' },
      { name, kind, value: (row) => formatRate(of(row)), only: 'data' },
    ]
  })
