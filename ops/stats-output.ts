import { dayInIndia } from '~/formats/dates'
import type { Grouping, StatsFilter } from '~/tracking/stats/grouping.server'
import type { Stats, StatsGroup } from '~/tracking/stats/stats.server'
import { headOf, jsonOf, type Sheet, type SheetField } from './sheets'
import { type Column, counted, type SafeText, short, table, text } from './shown'
import { FIGURES, shownFigures } from './stats-figures'
import { sayJson } from './terminal'

/** Default of --limit. */
export const LINES = 50

export type Line = StatsGroup

/** Row of sales and postings without a store or network. */
const NONE = '(none)'

export function sheetOf(by: Grouping | undefined): Sheet<Line> {
  if (!by) return FIGURES
  const key: SheetField<Line> = {
    name: by,
    head: headOf(by),
    cell: ({ key }) => key ?? '',
    value: ({ key }) => key,
  }
  if (by !== 'store') return [key, ...FIGURES]
  const name = { ...key, cell: (line: Line) => line.name ?? '', value: (line: Line) => line.name }
  return [name, { ...key, name: 'address' }, ...FIGURES]
}

export function tableOf(found: Stats, lines: readonly Line[], by: Grouping): SafeText {
  const label = ({ name, key }: Line) => short(name ?? key ?? NONE, 28)
  const columns: Column<Line>[] = [{ head: headOf(by), cell: label }, ...shownFigures(found)]
  const all = table([...lines, totalOf(found)], columns)
  const isCut = lines.length < found.groups.length
  return text`${all}\n\n${counted(lines.length, by)}${isCut ? ` of ${found.groups.length} (--limit shows more)` : ''}`
}

export function sayJsonStats(
  found: Stats,
  lines: readonly Line[] | null,
  by: Grouping | null,
  filter: StatsFilter,
): void {
  const { from, before } = filter
  sayJson({
    from: from ? dayInIndia(from).date : null,
    to: before ? dayInIndia(new Date(before.getTime() - 1)).date : null,
    by,
    ...(lines && { lines: lines.map((line) => jsonOf(line, sheetOf(by!))) }),
    total: jsonOf(totalOf(found), FIGURES),
  })
}

/** Includes the rows that are not shown. */
export const totalOf = ({ figures, members }: Stats): Line => ({ key: null, name: 'Total', figures, members })
