import { dayInIndia } from '~/formats/dates'
import type { Grouping, StatsFilter } from '~/tracking/stats/grouping.server'
import type { Stats, StatsGroup } from '~/tracking/stats/stats.server'
import { formatHead, toJsonRow, type Sheet, type SheetField } from './sheets'
import { type Column, formatCount, type SafeText, truncate, table, text } from './safe-text'
import { FIGURES, listShownFigures } from './stats-figures'
import { printJson } from './terminal'

/** Default of --limit. */
export const LINES = 50

export type Line = StatsGroup

/** Row of sales and postings without a store or network. */
const NONE = '(none)'

export function getSheet(by: Grouping | undefined): Sheet<Line> {
  if (!by) return FIGURES
  const key: SheetField<Line> = {
    name: by,
    head: formatHead(by),
    cell: ({ key }) => key ?? '',
    value: ({ key }) => key,
  }
  if (by !== 'store') return [key, ...FIGURES]
  const name = { ...key, cell: (line: Line) => line.name ?? '', value: (line: Line) => line.name }
  return [name, { ...key, name: 'address' }, ...FIGURES]
}

export function formatTable(found: Stats, lines: readonly Line[], by: Grouping): SafeText {
  const label = ({ name, key }: Line) => truncate(name ?? key ?? NONE, 28)
  const columns: Column<Line>[] = [{ head: formatHead(by), cell: label }, ...listShownFigures(found)]
  const all = table([...lines, toTotal(found)], columns)
  const isCut = lines.length < found.groups.length
  return text`${all}\n\n${formatCount(lines.length, by)}${isCut ? ` of ${found.groups.length} (--limit shows more)` : ''}`
}

export function printJsonStats(
  found: Stats,
  lines: readonly Line[] | null,
  by: Grouping | null,
  filter: StatsFilter,
): void {
  const { from, before } = filter
  printJson({
    from: from ? dayInIndia(from).date : null,
    to: before ? dayInIndia(new Date(before.getTime() - 1)).date : null,
    by,
    ...(lines && { lines: lines.map((line) => toJsonRow(line, getSheet(by!))) }),
    total: toJsonRow(toTotal(found), FIGURES),
  })
}

/** Includes the rows that are not shown. */
export const toTotal = ({ figures, members }: Stats): Line => ({ key: null, name: 'Total', figures, members })
