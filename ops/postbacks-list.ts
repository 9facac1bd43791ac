/** Postbacks as tables, and as scripts read them. */
import { formatTime } from '~/dates'
import type { InboxRow } from '~/tracking/inbox-order.server'
import { findPostback, listPostbacks, stateOf, type PostbackFilter } from '~/tracking/quarantine.server'
import { counted, limitedTable, short, table, type Column, type Shown } from './shown'
import { RefusedCommand, say, sayJson, type Answers } from './terminal'

const COLUMNS: readonly Column<InboxRow>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'NETWORK', cell: ({ network }) => network },
  { head: 'STATE', cell: stateOf },
  { head: 'REASON', cell: ({ reason }) => reason ?? '' },
  { head: 'SALE', cell: ({ conversion_id }) => conversion_id?.toString() ?? '', right: true },
  { head: 'CAME', cell: ({ received_at }) => formatTime(received_at) },
  { head: 'SENT', cell: ({ raw }) => short(new URLSearchParams(raw).toString(), 60) },
]

/** The action of `postbacks list`. */
export async function list({
  limit,
  json,
  ...filter
}: Answers & PostbackFilter & { limit: number }): Promise<void> {
  const rows = await listPostbacks(filter, limit)
  if (json) return sayJson(rows.map(forScripts))
  if (!rows.length) return say`No postback is like that.`
  say(limitedTable(rows, COLUMNS, limit, 'postback'))
}

/** The action of `postbacks show`. */
export async function show(id: number, { json }: Answers): Promise<void> {
  const row = await requirePostback(id)
  if (json) return sayJson(forScripts(row))
  say`Postback ${id} of ${row.network}, ${row.method}, ${formatTime(row.received_at)}: ${wordsOf(row)}`
  for (const [name, value] of Object.entries(row.raw)) say`  ${short(name, 60)}: ${short(value, 500)}`
  if (row.attempts) say`Failed ${counted(row.attempts, 'time')}${row.error ? `: ${row.error}` : ''}.`
  if (row.resolution) say`Resolved ${formatTime(row.resolved_at!)}: ${row.resolution}`
}

/** How it stands. */
export function wordsOf(row: InboxRow): string {
  const of = row.conversion_id === null ? '' : ` (sale ${row.conversion_id})`
  return `${stateOf(row)}${row.reason ? `: ${row.reason}` : ''}${of}`
}

export const postbackTable = (rows: readonly InboxRow[]): Shown => table(rows, COLUMNS)

export async function requirePostback(id: number): Promise<InboxRow> {
  const row = await findPostback(id)
  if (!row) throw noPostback(id)
  return row
}

export const noPostback = (id: number) =>
  new RefusedCommand(`There is no postback ${id}. \`postbacks list\` shows them.`)

/** Times in UTC. */
export const forScripts = (row: InboxRow) => ({
  id: row.id,
  network: row.network,
  method: row.method,
  state: stateOf(row),
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
