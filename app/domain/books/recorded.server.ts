/** Hashes of append-only rows. Times and days have explicit formats, so that no database setting changes a hash. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'

const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const toMicroseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint`

/** The immutable columns by table. Add new tables at the end and never change a list, or older hashes become invalid. */
const COLUMNS = {
  ledger_transfers: `id, reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, ${toMicroseconds('created_at')}`,
  withdrawal_steps: `id, withdrawal_id, status, utr, reason, ${toMicroseconds('created_at')}`,
  postback_inbox: `id, network, method, raw, ${toMicroseconds('received_at')}`,
  hold_steps: `id, user_id, ${toMicroseconds('hold_until')}, reason, ${toMicroseconds('created_at')}`,
  operator_log: `id, os_user, command, ${toMicroseconds('started_at')}`,
  adjustments: `id, user_id, kind, amount_paise, reason, conversion_id, request_key, asked_by, needs_approval, ${toMicroseconds('created_at')}`,
  network_settlements: `id, network, kind, reference, reference_key, corrections, invoice, ${day('paid_on')}, amount_paise, tds_paise, gst_paise, settled_paise, reverses, reason, made_by, ${toMicroseconds('created_at')}`,
  network_settlement_items: `id, settlement_id, conversion_id, amount_paise, ${toMicroseconds('created_at')}`,
  bank_entries: `id, kind, entry_key, ${day('on_day')}, amount_paise, withdrawal_id, settlement_id, made_by, ${toMicroseconds('created_at')}`,
  settings: `id, name, value, ${toMicroseconds('in_force_from')}, made_by, approved_by, approves, reason, ${toMicroseconds('created_at')}`,
  period_closes: `id, month, step, ends, sha256, reason, made_by, ${toMicroseconds('created_at')}`,
  month_corrections: `id, month, ref_type, ref_id, ${toMicroseconds('created_at')}`,
  settlement_references: `id, settlement_id, key, corrections`,
  held_money: `id, conversion_id, user_id, kind, revision, ${toMicroseconds('until')}, ${toMicroseconds('created_at')}`,
  row_steps: `id, table_name, row_id, digest, ${toMicroseconds('made_at')}`,
  operator_log_rows: `id, log_id, subject, outcome, ${toMicroseconds('created_at')}`,
  approvals: `id, call_hash, command, effect, asked_by, ${toMicroseconds('created_at')}`,
  // A view of row_steps.
  row_seals: 'id, seal',
  accepted_steps: `id, table_name, row_id, step_id, reason, accepted_by, ${toMicroseconds('created_at')}`,
  manual_credits: `id, conversion_id, report_id, source, amount_paise, made_by, agreed, ${toMicroseconds('created_at')}`,
  network_invoices: `id, network, number, ${day('invoiced_on')}, commission_paise, gst_paise, cancels, reason, made_by, ${toMicroseconds('created_at')}`,
} as const

export type RecordedTable = keyof typeof COLUMNS
export const RECORDED = Object.keys(COLUMNS) as RecordedTable[]

/** Covers rows with after < id <= to. */
export interface Range {
  table: RecordedTable
  after: string
  to: string
  rows: number
  sha256: string
}

/** Rows per batch, which limits the text that the database aggregates to a few megabytes. */
const BATCH = 20_000

export async function hashRange(
  reader: Reader,
  { table, after, to }: Pick<Range, 'table' | 'after' | 'to'>,
): Promise<Range> {
  const hash = createHash('sha256')
  let rows = 0
  for (let last = after; ;) {
    const [batch] = await reader.execute<{ count: number; last: string | null; sha256: string }>(sql`
      SELECT count(*)::int AS count, max(id) AS last,
             encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' ORDER BY id), ''), 'UTF8')), 'hex') AS sha256
        FROM (SELECT id, ROW(${sql.raw(COLUMNS[table])})::text AS line FROM ${sql.identifier(table)}
               WHERE id > ${last}::bigint AND id <= ${to}::bigint ORDER BY id LIMIT ${BATCH}) batch`)
    const { count, last: newest, sha256 } = batch!
    if (count === 0) break
    hash.update(sha256)
    rows += count
    last = String(newest)
    if (count < BATCH) break
  }
  return { table, after, to, rows, sha256: hash.digest('hex') }
}

const PATIENCE_MS = 5000

/** The highest ids below which no row can be added; null: a writer is still open after `patience` ms. */
export async function findSettledIds(
  reader: Reader,
  patience = PATIENCE_MS,
): Promise<Record<RecordedTable, string> | null> {
  const newest = RECORDED.map((name) => `(SELECT coalesce(max(id), 0) FROM ${name}) AS ${name}`)
  const [ids] = await reader.execute<Record<RecordedTable, string>>(sql.raw(`SELECT ${newest.join(', ')}`))
  // An insert locks the table before it takes an id, until its transaction ends.
  let writers = await listWriters(reader)
  for (const until = Date.now() + patience; writers.length;) {
    if (Date.now() >= until) return null
    await new Promise((resolve) => setTimeout(resolve, 50))
    const now = new Set(await listWriters(reader))
    writers = writers.filter((writer) => now.has(writer))
  }
  return ids!
}

async function listWriters(reader: Reader): Promise<string[]> {
  const rows = await reader.execute<{ writer: string }>(sql`
    SELECT DISTINCT l.virtualtransaction AS writer
      FROM pg_locks l
     WHERE l.locktype = 'relation' AND l.mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND l.relation = ANY (${`{${RECORDED.join()}}`}::regclass[])
       AND l.pid IS DISTINCT FROM pg_backend_pid()`)
  return rows.map(({ writer }) => writer)
}
