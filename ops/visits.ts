import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import { GUEST_ID } from '~/tracking/reported-clicks.server'
import { listVisits, type Visit } from '~/tracking/visits.server'
import { listCommand, readFilter, readFirstDay, printCsvList, type ListOptions } from './list-options'
import { formatCount, truncate, table, type Column } from './safe-text'
import { print, printJson } from './terminal'
import {
  toJson,
  forSheets,
  FIELDS,
  type Line,
  NO_REPORT,
  formatOutcome,
  sumCashback,
  findAmount,
} from './visits-output'

export function visitCommands(): Command {
  const group = new Command('visits').addHelpText(
    'after',
    `
For a member who misses cashback: each click is listed with the sale that the network reported for it, with a quarantined
report, or with 'no report came'. docs/operator.md explains what to do in each case.

Examples:
  $ ${commandPrefix()} visits list --member 9000000001
  $ ${commandPrefix()} visits list --member 9000000001 --store Voltwala
  $ ${commandPrefix()} visits list --store Voltwala --since 2026-11-01 --csv`,
  )
  listCommand(group, {
    member: 'only visits of one member',
    store: 'only visits to one store',
    days: 'clicked',
    csv: true,
  })
    .addOption(new Option('--since <day>', 'alias of --from').argParser(readFirstDay).conflicts('from'))
    .action(list)
  return group
}

function toLines(visit: Visit): Line[] {
  const lines = [
    ...visit.sales.map((sale) => ({ ...visit, sale, report: null })),
    ...visit.waiting.map((report) => ({ ...visit, sale: null, report })),
  ]
  return lines.length ? lines : [{ ...visit, sale: null, report: null }]
}

const COLUMNS: readonly Column<Line>[] = [
  { head: 'CLICKED', cell: ({ click }) => formatTime(click.created_at) },
  { head: 'MEMBER', cell: ({ userId }) => (userId === GUEST_ID ? 'guest' : String(userId)), right: true },
  { head: 'STORE', cell: ({ store }) => truncate(store, 20) },
  { head: 'OFFER', cell: ({ offer }) => truncate(offer, 28) },
  { head: 'NETWORK', cell: ({ click }) => click.network },
  { head: 'OUTCOME', cell: (line) => truncate(formatOutcome(line), 60) },
  { head: 'SALE', cell: ({ sale }) => (sale ? String(sale.id) : ''), right: true },
  {
    head: 'AMOUNT',
    cell: (line) => (findAmount(line) === null ? '' : formatRupees(findAmount(line)!)),
    right: true,
  },
  { head: 'CASHBACK', cell: ({ sale }) => (sale ? formatRupees(sumCashback(sale)) : ''), right: true },
  { head: 'CLICK', cell: ({ click }) => click.id },
]

async function list(options: ListOptions & { since?: Date }): Promise<void> {
  const { limit, json, csv } = options
  const from = options.from ?? options.since
  const visits = await listVisits(await readFilter({ ...options, ...(from && { from }) }), limit)
  if (json) return printJson(visits.map(toJson))
  const lines = visits.flatMap(toLines)
  const isCut = visits.length === limit
  if (csv) return printCsvList(lines.map(forSheets), FIELDS, isCut ? limit : null)
  if (!visits.length) return print`No visit matches.`
  print`${table(lines, COLUMNS)}\n\n${formatCount(visits.length, 'visit')}${isCut ? ' (--limit shows more)' : ''}`
  if (lines.some((line) => formatOutcome(line) === NO_REPORT))
    print`${NO_REPORT}: the network has reported no sale yet, which may take days. When you ask the network, quote the CLICK.`
}
