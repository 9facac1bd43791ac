import { commandPrefix, quietPrefix } from './command-name'
import { Command, Option } from 'commander'
import { NETWORK_NAMES } from '~/config/networks'
import { GROUPINGS, findUnit, type Grouping, type StatsFilter } from '~/tracking/stats/grouping.server'
import { readStats, type StatsGroup } from '~/tracking/stats/stats.server'
import { addDays, csvOption, readFilter } from './list-options'
import { csvHead, csvRows } from './sheets'
import { table } from './safe-text'
import { FIGURES, listShownFigures } from './stats-figures'
import { LINES, getSheet, formatTable, printJsonStats, toTotal } from './stats-output'
import { toColumn, formatOverview, startOfOverview, TITLE } from './stats-overview'
import { storeOption } from './stores'
import { readId, print, printCsv, UsageError } from './terminal'

export function statsCommand(): Command {
  const command = new Command('stats').addOption(
    new Option('--by <grouping>', 'one line each').choices(GROUPINGS),
  )
  return addDays(command, 'what happened')
    .addOption(storeOption('only figures of one store'))
    .addOption(new Option('--network <network>', 'only figures of one network').choices(NETWORK_NAMES))
    .addOption(
      new Option('--sort <figure>', 'with --by: largest first').choices(FIGURES.map(({ name }) => name)),
    )
    .option('--reverse', 'with --by: reverse the order')
    .option(
      '--limit <number>',
      'with --by: maximum number of lines (default: 50; with --csv or --json, all)',
      readId,
    )
    .addOption(csvOption())
    .option('--json', 'print a JSON object with the lines and the total')
    .addHelpText(
      'after',
      `
Without options: today, 7 and 30 days, and a bar for each day. With --from or --to: the total of that period.
docs/operator.md defines each figure.

Examples: which stores lose money, and the year by month for a spreadsheet
  $ ${quietPrefix()} stats --by store --from 2026-11-01 --sort margin --reverse --limit 10
  $ ${quietPrefix()} stats --by month --from 2026-04-01 --to 2027-03-31 --csv > year.csv
  $ ${commandPrefix()} stats --by week --store Voltwala`,
    )
    .action(stats)
}

interface Options {
  by?: Grouping
  from?: Date
  to?: Date
  store?: string
  network?: string
  sort?: string
  reverse?: boolean
  limit?: number
  csv?: boolean
  json?: boolean
}

async function stats(options: Options): Promise<void> {
  requireSensible(options)
  const filter = { ...(await readFilter(options)), network: options.network }
  if (options.by || filter.from || filter.before) return printStats(filter, options)
  if (!options.json && !options.csv) return print(await formatOverview(filter))
  return printStats({ ...filter, from: startOfOverview() }, { ...options, by: 'day' })
}

async function printStats(filter: StatsFilter, options: Options): Promise<void> {
  const { by, csv, json } = options
  const found = await readStats(filter, by ?? null)
  const lines = by ? arrange(found.groups, options) : null
  if (json) return printJsonStats(found, lines, by ?? null, filter)
  if (csv) return printCsv(csvHead(getSheet(by)) + csvRows(lines ?? [toTotal(found)], getSheet(by)))
  if (!lines) return print(table(listShownFigures(found), [TITLE, toColumn('TOTAL', toTotal(found))]))
  if (!lines.length) return print`Nothing happened in that period.`
  print(formatTable(found, lines, by!))
}

function requireSensible({ by, sort, reverse, limit, store, network }: Options): void {
  if (!by && (sort || reverse || limit)) throw new UsageError('--sort, --reverse and --limit need --by.')
  const hasMembers = findUnit(by ?? null) && store === undefined && network === undefined
  if (sort && !hasMembers && FIGURES.some(({ name, isOfMembers }) => name === sort && isOfMembers))
    throw new UsageError(`${sort} belongs to no store or network: there is nothing to sort.`)
}

/** Default order: periods newest first, stores and networks by commission. */
function arrange(
  groups: readonly StatsGroup[],
  { by, sort, reverse, limit, csv, json }: Options,
): StatsGroup[] {
  const most = limit ?? (csv || json ? Infinity : LINES)
  const isByTime = !sort && findUnit(by ?? null) !== null
  const sorted = isByTime ? inOrder(groups, reverse) : sortedBy(groups, sort ?? 'commission', reverse)
  return sorted.slice(0, most)
}

const inOrder = (groups: readonly StatsGroup[], reverse: boolean | undefined) =>
  reverse ? [...groups] : groups.toReversed()

/** Stable. Largest first; a missing figure ranks as -1. */
function sortedBy(groups: readonly StatsGroup[], name: string, reverse: boolean | undefined): StatsGroup[] {
  const { of } = FIGURES.find((figure) => figure.name === name)!
  const rank = (group: StatsGroup) => of(group) ?? -1n
  const larger = reverse ? 1 : -1
  return groups.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) > rank(b) ? larger : -larger))
}
