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
import { readFilter, sayList, type ListOptions } from './list-options'
import { counted, short, table, text, type Column, type SafeText } from './shown'
import { RefusedCommand, say, sayJson, type Answers } from './terminal'

const COLUMNS: readonly Column<InboxRow>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'STATE', cell: getPostbackState },
  { head: 'REASON', cell: ({ reason }) => reason ?? '' },
  { head: 'SALE', cell: ({ conversion_id }) => conversion_id?.toString() ?? '', right: true },
  { head: 'CAME', cell: ({ received_at }) => formatTime(received_at) },
  { head: 'SENT', cell: ({ raw }) => short(new URLSearchParams(raw).toString(), 60) },
]

export async function list(
  options: ListOptions & Pick<PostbackFilter, 'network' | 'state' | 'reason'>,
): Promise<void> {
  const { network, state, reason, limit } = options
  const rows = await listPostbacks({ network, state, reason, ...(await readFilter(options)) }, limit)
  sayList(rows, options, {
    columns: COLUMNS,
    one: 'postback',
    none: text`No postback matches.`,
    forScripts,
    fields: FIELDS,
  })
}

export async function show(id: number, { json }: Answers): Promise<void> {
  const row = await requirePostback(id)
  const facts = await findPostbackFacts(row)
  if (json) return sayJson({ ...forScripts(row), ...(facts && factsForScripts(facts)) })
  say`Postback ${id} of ${row.network}, ${row.method}, ${formatTime(row.received_at)}: ${wordsOf(row)}`
  for (const [name, value] of Object.entries(row.raw)) say`  ${short(name, 60)}: ${short(value, 500)}`
  if (row.attempts) say`Failed ${counted(row.attempts, 'time')}${row.error ? `: ${row.error}` : ''}.`
  if (facts) sayFacts(facts)
  if (row.resolution) say`Resolved ${formatTime(row.resolved_at!)}: ${row.resolution}`
}

export function sayFacts({
  click,
  offer,
  userId,
  sale,
  report,
  inFull,
  upToCap,
  newer,
}: PostbackFacts): void {
  say`${userId === GUEST_ID ? 'A guest: nobody is credited until the click is claimed' : `Member: ${userId}`}`
  say`Offer: ${offer} (${click.campaign_id}) of ${click.store}`
  const cap = click.cap_paise === null ? 'no cap' : `up to ${formatRupees(click.cap_paise)} a sale`
  say`Rate: ${formatPayout(click)}, ${cap}`
  say`It says: ${report.report}${report.sale === null ? '' : `, sale ${formatRupees(report.sale)}`}${commissionOf(report)}`
  if (sale)
    say`The sale now: ${sale.status}, ${formatRupees(sale.pending_paise + sale.granted_paise)} (sale ${sale.id})`
  if (!isEnd(report.report)) {
    say`It would credit in full: ${formatRupees(inFull)}`
    if (click.cap_paise !== null) say`Up to the cap: ${formatRupees(upToCap)}`
  }
  if (newer.length)
    say`Newer reports of the sale: ${newer.map((other) => `${other.id} (${other.report ?? 'unread'}, ${getPostbackState(other)})`).join(', ')}`
}

const commissionOf = ({ networkPayout }: ReportedSale) =>
  networkPayout === null ? '' : `, commission ${formatRupees(networkPayout)}`

const factsForScripts = ({ click, offer, userId, sale, inFull, upToCap, newer }: PostbackFacts) => ({
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

export function wordsOf(row: InboxRow): string {
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
export const forScripts = (row: InboxRow) => ({
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
