import { formatTime } from '~/formats/dates'
import { formatPayout, formatPlain, formatRupees } from '~/formats/money'
import { isEnd } from '~/tracking/conversion-states'
import type { InboxRow } from '~/tracking/inbox-row.server'
import {
  findPostback,
  listPostbacks,
  getPostbackState,
  type PostbackFilter,
} from '~/tracking/list-postbacks.server'
import { findPostbackFacts, type PostbackFacts } from '~/tracking/postback-facts.server'
import { GUEST_ID } from '~/tracking/reported-clicks.server'
import type { ReportedSale } from '~/tracking/reports'
import { readFilter, printList, type ListOptions } from './list-options'
import { formatCount, truncate, table, text, type Column, type SafeText } from './safe-text'
import { RefusedCommand, print, printJson, type Answers } from './terminal'

const COLUMNS: readonly Column<InboxRow>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'STATE', cell: getPostbackState },
  { head: 'REASON', cell: ({ reason }) => reason ?? '' },
  { head: 'SALE', cell: ({ conversion_id }) => conversion_id?.toString() ?? '', right: true },
  { head: 'CAME', cell: ({ received_at }) => formatTime(received_at) },
  { head: 'SENT', cell: ({ raw }) => truncate(new URLSearchParams(raw).toString(), 60) },
]

export async function list(
  options: ListOptions & Pick<PostbackFilter, 'network' | 'state' | 'reason'>,
): Promise<void> {
  const { network, state, reason, limit } = options
  const rows = await listPostbacks({ network, state, reason, ...(await readFilter(options)) }, limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'postback',
    none: text`No postback matches.`,
    toJson,
    fields: FIELDS,
  })
}

export async function show(id: number, { json }: Answers): Promise<void> {
  const row = await requirePostback(id)
  const facts = await findPostbackFacts(row)
  if (json) return printJson({ ...toJson(row), ...(facts && factsToJson(facts)) })
  print`Postback ${id} of ${row.network}, ${row.method}, ${formatTime(row.received_at)}: ${describeOutcome(row)}`
  for (const [name, value] of Object.entries(row.raw)) print`  ${truncate(name, 60)}: ${truncate(value, 500)}`
  if (row.attempts) print`Failed ${formatCount(row.attempts, 'time')}${row.error ? `: ${row.error}` : ''}.`
  if (facts) printFacts(facts)
  if (row.resolution) print`Resolved ${formatTime(row.resolved_at!)}: ${row.resolution}`
}

export function printFacts({
  click,
  offer,
  userId,
  sale,
  report,
  inFull,
  upToCap,
  newer,
}: PostbackFacts): void {
  print`${userId === GUEST_ID ? 'A guest: nobody is credited until the click is claimed' : `Member: ${userId}`}`
  print`Offer: ${offer} (${click.campaign_id}) of ${click.store}`
  const cap = click.cap_paise === null ? 'no cap' : `up to ${formatRupees(click.cap_paise)} a sale`
  print`Rate: ${formatPayout(click)}, ${cap}`
  print`It says: ${report.report}${report.sale === null ? '' : `, sale ${formatRupees(report.sale)}`}${formatCommission(report)}`
  if (sale)
    print`The sale now: ${sale.status}, ${formatRupees(sale.pending_paise + sale.granted_paise)} (sale ${sale.id})`
  if (!isEnd(report.report)) {
    print`It would credit in full: ${formatRupees(inFull)}`
    if (click.cap_paise !== null) print`Up to the cap: ${formatRupees(upToCap)}`
  }
  if (newer.length)
    print`Newer reports of the sale: ${newer.map((other) => `${other.id} (${other.report ?? 'unread'}, ${getPostbackState(other)})`).join(', ')}`
}

const formatCommission = ({ networkPayout }: ReportedSale) =>
  networkPayout === null ? '' : `, commission ${formatRupees(networkPayout)}`

const factsToJson = ({ click, offer, userId, sale, inFull, upToCap, newer }: PostbackFacts) => ({
  user_id: userId,
  campaign_id: click.campaign_id,
  offer,
  rate: formatPayout(click),
  cap: click.cap_paise === null ? null : formatPlain(click.cap_paise),
  sale_status: sale?.status ?? null,
  in_full: formatPlain(inFull),
  up_to_cap: formatPlain(upToCap),
  newer: newer.map((other) => ({ id: other.id, report: other.report, state: getPostbackState(other) })),
})

export function describeOutcome(row: InboxRow): string {
  const of = row.conversion_id === null ? '' : ` (sale ${row.conversion_id})`
  return `${getPostbackState(row)}${row.reason ? `: ${row.reason}` : ''}${of}`
}

export const postbackTable = (rows: readonly InboxRow[]): SafeText => table(rows, COLUMNS)

export async function requirePostback(id: number): Promise<InboxRow> {
  const row = await findPostback(id)
  if (!row) throw noPostback(id)
  return row
}

export const noPostback = (id: number) =>
  new RefusedCommand(`There is no postback ${id}. \`postbacks list\` shows them.`)

/** Times are in UTC. */
export const toJson = (row: InboxRow) => ({
  id: row.id,
  network: row.network,
  method: row.method,
  state: getPostbackState(row),
  outcome: row.outcome,
  reason: row.reason,
  conversion_id: row.conversion_id,
  received_at: row.received_at,
  processed_at: row.processed_at,
  attempts: row.attempts,
  error: row.error,
  resolved_at: row.resolved_at,
  resolution: row.resolution,
  raw: row.raw,
})

const FIELDS = [
  'id',
  'network',
  'method',
  'state',
  'reason',
  'conversion_id',
  'received_at',
  'processed_at',
  'attempts',
  'error',
  'resolved_at',
  'resolution',
  'raw',
] as const
