import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import { GUEST_ID } from '~/tracking/reported-clicks.server'
import { listVisits, type Visit } from '~/tracking/visits.server'
import { listCommand, readFilter, readFirstDay, sayCsvList, type ListOptions } from './list-options'
import { counted, short, table, type Column } from './shown'
import { say, sayJson } from './terminal'
import {
  forScripts,
  forSheets,
  FIELDS,
  type Line,
  NO_REPORT,
  outcomeOf,
  cashbackOf,
  amountOf,
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

function linesOf(visit: Visit): Line[] {
  const lines = [
    ...visit.sales.map((sale) => ({ ...visit, sale, report: null })),
    ...visit.waiting.map((report) => ({ ...visit, sale: null, report })),
  ]
  return lines.length ? lines : [{ ...visit, sale: null, report: null }]
}

const COLUMNS: readonly Column<Line>[] = [
  { head: 'CLICKED', cell: ({ click }) => formatTime(click.created_at) },
  { head: 'MEMBER', cell: ({ userId }) => (userId === GUEST_ID ? 'guest' : String(userId)), right: true },
  { head: 'STORE', cell: ({ store }) => short(store, 20) },
  { head: 'OFFER', cell: ({ offer }) => short(offer, 28) },
  { head: 'NETWORK', cell: ({ click }) => click.network },
  { head: 'OUTCOME', cell: (line) => short(outcomeOf(line), 60) },
  { head: 'SALE', cell: ({ sale }) => (sale ? String(sale.id) : ''), right: true },
  {
    head: 'AMOUNT',
    cell: (line) => (amountOf(line) === null ? '' : formatRupees(amountOf(line)!)),
    right: true,
  },
  { head: 'CASHBACK', cell: ({ sale }) => (sale ? formatRupees(cashbackOf(sale)) : ''), right: true },
  { head: 'CLICK', cell: ({ click }) => click.id },
]

async function list(options: ListOptions & { since?: Date }): Promise<void> {
  const { limit, json, csv } = options
  const from = options.from ?? options.since
  const visits = await listVisits(await readFilter({ ...options, ...(from && { from }) }), limit)
  if (json) return sayJson(visits.map(forScripts))
  const lines = visits.flatMap(linesOf)
  const isCut = visits.length === limit
  if (csv) return sayCsvList(lines.map(forSheets), FIELDS, isCut ? limit : null)
  if (!visits.length) return say`No visit matches.`
  say`${table(lines, COLUMNS)}\n\n${counted(visits.length, 'visit')}${isCut ? ' (--limit shows more)' : ''}`
  if (lines.some((line) => outcomeOf(line) === NO_REPORT))
    say`${NO_REPORT}: the network has reported no sale yet, which may take days. When you ask the network, quote the CLICK.`
}
