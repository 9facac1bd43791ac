import { Command, Option } from 'commander'
import { formatDate, formatTime } from '~/formats/dates'
import { formatPayout, formatPlain, formatRupees } from '~/formats/money'
import type { Conversion } from '~/tracking/conversion-changes.server'
import type { InboxRow } from '~/tracking/inbox-order.server'
import { stateOf } from '~/tracking/quarantine.server'
import { GUEST_ID } from '~/tracking/reported-clicks.server'
import { listVisits, type Visit } from '~/tracking/visits.server'
import { listCommand, readFilter, readFirstDay, sayCsvList, type ListOptions } from './list-options'
import { counted, short, table, type Column } from './shown'
import { say, sayJson } from './terminal'

export function visitCommands(): Command {
  const group = new Command('visits').description('clicks to stores with their outcomes').addHelpText(
    'after',
    `
For a member who misses cashback: each click is listed with the sale that the network reported for it, with a quarantined
report, or with 'no report came'. docs/operator.md explains what to do in each case.

Examples:
  $ npm run ops -- visits list --member 9000000001
  $ npm run ops -- visits list --member 9000000001 --store Voltwala
  $ npm run ops -- visits list --store Voltwala --since 2026-11-01 --csv`,
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

/** One per sale or report; a click without either has one line. */
interface Line extends Visit {
  sale: Conversion | null
  report: InboxRow | null
}

function linesOf(visit: Visit): Line[] {
  const lines = [
    ...visit.sales.map((sale) => ({ ...visit, sale, report: null })),
    ...visit.waiting.map((report) => ({ ...visit, sale: null, report })),
  ]
  return lines.length ? lines : [{ ...visit, sale: null, report: null }]
}

const NO_REPORT = 'no report came'

function outcomeOf({ sale, report }: Line): string {
  if (sale) {
    const { status, withdrawable_at: from } = sale
    const waits = status === 'approved' && from !== null && from.getTime() > Date.now()
    return waits ? `${status}, withdrawable from ${formatDate(from)}` : status
  }
  if (!report) return NO_REPORT
  const of = `(postback ${report.id})`
  if (report.resolved_at) return `dismissed ${of}: ${report.resolution ?? ''}`
  return report.outcome === null ? `not processed yet ${of}` : `quarantined ${of}: ${report.reason ?? ''}`
}

const cashbackOf = ({ pending_paise, granted_paise }: Conversion) => pending_paise + granted_paise

const amountOf = ({ sale, report }: Line) => (sale ?? report)?.sale_paise ?? null

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

/** Amounts are decimal texts in rupees, times are in UTC. */
const forScripts = ({ click, store, offer, userId, sales, waiting }: Visit) => ({
  click_id: click.id,
  clicked_at: click.created_at,
  user_id: userId,
  claimed_at: click.claimed_at,
  store,
  offer,
  campaign_id: click.campaign_id,
  network: click.network,
  rate: formatPayout(click),
  cap: click.cap_paise === null ? null : formatPlain(click.cap_paise),
  sales: sales.map((sale) => ({
    id: sale.id,
    external_id: sale.external_id,
    status: sale.status,
    sale: sale.sale_paise === null ? null : formatPlain(sale.sale_paise),
    pending: formatPlain(sale.pending_paise),
    granted: formatPlain(sale.granted_paise),
    withdrawable_at: sale.withdrawable_at,
    reported_at: sale.created_at,
    updated_at: sale.updated_at,
  })),
  waiting: waiting.map((report) => ({
    postback: report.id,
    state: stateOf(report),
    reason: report.reason,
    resolution: report.resolution,
    network: report.network,
    received_at: report.received_at,
  })),
})

const forSheets = (line: Line) => ({
  clicked_at: line.click.created_at,
  user_id: line.userId,
  store: line.store,
  offer: line.offer,
  campaign_id: line.click.campaign_id,
  network: line.click.network,
  rate: formatPayout(line.click),
  outcome: outcomeOf(line),
  sale_id: line.sale?.id ?? null,
  external_id: (line.sale ?? line.report)?.external_id ?? null,
  sale: amountOf(line) === null ? null : formatPlain(amountOf(line)!),
  cashback: line.sale && formatPlain(cashbackOf(line.sale)),
  withdrawable_at: line.sale?.withdrawable_at ?? null,
  reported_at: line.sale?.created_at ?? line.report?.received_at ?? null,
  click_id: line.click.id,
})

const FIELDS = [
  'clicked_at',
  'user_id',
  'store',
  'offer',
  'campaign_id',
  'network',
  'rate',
  'outcome',
  'sale_id',
  'external_id',
  'sale',
  'cashback',
  'withdrawable_at',
  'reported_at',
  'click_id',
] as const
