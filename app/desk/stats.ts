import { NETWORK_NAMES } from '~/platform/config/networks'
import { formatCount } from '~/platform/formats/count'
import { dayInIndia } from '~/platform/formats/dates'
import {
  arrange,
  FIGURES,
  listShownFigures,
  type StatsOrder,
  readStats,
  type Stats,
  type StatsGroup,
} from '~/domain/tracking/stats.server'
import { findUnit, GROUPINGS, type Grouping, type StatsFilter } from '~/domain/tracking/stats-groups.server'
import { describeData, describeRows, type Column, type Fact, type Table } from './columns'
import { defineReport } from './define'
import * as field from './fields'
import { readFilter } from './lookups.server'
import type { Answer, Topic } from './operation'
import { RefusalError } from './refusal'
import { needs } from './relations'
import { describeTotal, toColumns } from './figures'
import { drawGroups, drawPeriods } from './figure-charts'
import { describeOverview, findOverviewStart } from './stats/overview'

const stats = defineReport({
  name: 'stats',
  title: 'Figures',
  summary: 'clicks, sales, commission, cashback, margin, liability and withdrawals of any period',
  role: 'viewer',
  input: {
    by: field.choice('one line each', GROUPINGS, { placeholder: 'grouping' }).optional(),
    ...field.days('what happened'),
    store: field.store('only figures of one store').optional(),
    network: field.choice('only figures of one network', NETWORK_NAMES).optional(),
    sort: field
      .choice(
        'with a grouping: largest first',
        FIGURES.map(({ name }) => name),
        { placeholder: 'figure' },
      )
      .optional(),
    reverse: field.yes('with a grouping: reverse the order'),
    limit: field
      .wholeNumber('with a grouping: maximum number of lines (default: 50; in CSV and JSON, all)', {
        most: 999_999_999,
      })
      .optional(),
  },
  relations: [needs('sort', 'by'), needs('reverse', 'by'), needs('limit', 'by')],
  help: `Without options: today, 7 and 30 days, and a bar for each day. With a first or last day: the total of that period.
docs/books.md defines each figure.`,
  examples: [
    'stats --by store --from 2026-11-01 --sort margin --reverse --limit 10',
    'stats --by month --from 2026-04-01 --to 2027-03-31 --csv > year.csv',
    'stats --by week --store Voltwala',
  ],
  async read({ by, network, sort, reverse, limit, ...filters }) {
    const filter: StatsFilter = { ...(await readFilter(filters)), network }
    if (by) return describeGroups(filter, by, { sort, reverse, limit })
    if (!filter.from && !filter.before) return describeDays({ ...filter, from: findOverviewStart() })
    const found = await readStats(filter, null)
    return { facts: describePeriod(filter, null), tables: [describeTotal(found), describeSum(found)] }
  },
})

async function describeDays(filter: StatsFilter): Promise<Answer> {
  const found = await readStats(filter, 'day')
  const lines = describeLines(found, arrange(found.groups, 'day', {}), 'day')
  return {
    facts: describePeriod(filter, 'day'),
    charts: drawPeriods(found.groups),
    tables: [describeOverview(found), { ...lines, only: 'data' }, describeSum(found)],
  }
}

async function describeGroups(filter: StatsFilter, by: Grouping, order: StatsOrder): Promise<Answer> {
  const { sort, limit } = order
  const hasMembers = findUnit(by) && filter.storeId === undefined && filter.network === undefined
  if (!hasMembers && FIGURES.some(({ name, isOfMembers }) => name === sort && isOfMembers))
    throw new RefusalError(`${sort} belongs to no store or network: there is nothing to sort.`, 'sort')
  const found = await readStats(filter, by)
  const groups = arrange(found.groups, by, order)
  const isCut = limit !== undefined && limit < groups.length
  const lines = isCut ? groups.slice(0, limit) : groups
  const count = formatCount(lines.length, by)
  return {
    facts: describePeriod(filter, by),
    charts: findUnit(by) ? drawPeriods(found.groups) : drawGroups(groups, by, sort),
    tables: [
      {
        ...describeLines(found, lines, by),
        most: limit ?? MOST_SHOWN,
        none: 'Nothing happened in that period.',
      },
      describeSum(found),
    ],
    notes: lines.length ? [isCut ? `${count} of ${groups.length}; a higher limit shows more` : count] : [],
  }
}

const MOST_SHOWN = 50

const describePeriod = ({ from, before }: StatsFilter, by: Grouping | null): Fact[] => [
  ...describeData('day', {
    from: from && dayInIndia(from).date,
    to: before && dayInIndia(new Date(before.getTime() - 1)).date,
  }),
  ...describeData('text', { by }),
]

const toTotal = ({ figures, members }: Stats): StatsGroup => ({ key: null, name: 'Total', figures, members })

const describeSum = (found: Stats): Table =>
  describeRows('total', toColumns([]), [toTotal(found)], { only: 'data', isOne: true })

const describeLines = (found: Stats, lines: readonly StatsGroup[], by: Grouping): Table =>
  describeRows(
    'lines',
    [...describeKey(by), ...toColumns(listShownFigures(found))],
    lines.length ? [...lines, toTotal(found)] : [],
    { hasTotal: true },
  )

const NONE = '(none)'

function describeKey(by: Grouping): Column<StatsGroup>[] {
  const label: Column<StatsGroup> = {
    name: by,
    kind: 'text',
    value: ({ name, key }) => name ?? key ?? NONE,
    only: 'screen',
    width: 28,
  }
  const key: Column<StatsGroup> = { name: by, kind: 'text', value: ({ key }) => key, only: 'data' }
  return by === 'store'
    ? [label, { ...key, value: ({ name }) => name }, { ...key, name: 'address' }]
    : [label, key]
}

export const topic: Topic = { operations: [stats] }
