/**
 * Lock order: inbox rows from the newest to the oldest, then the click, then wallets. Order of reports:
 * docs/decisions/0021-order-of-reports.md.
 */
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { placeholders, prepared } from '~/db/prepared.server'
import { conversions, postbackInbox, unsettled } from '~/db/schema/sales'
import { rankOf } from './conversion-states'
import { applyReport, type ReportVerdict } from './conversions.server'
import { findNetwork } from './networks'
import { saleIds } from './reported-sales.server'
import { MOST_ID, readReport, readReportRow, type Read, type ReportedSale } from './reports'
import type { ReportOptions } from './evaluate-report'

export type InboxRow = typeof postbackInbox.$inferSelect

export interface Postback {
  network: string
  /** GET, POST, or CSV for a row of an imported report. */
  method: string
  raw: Record<string, string>
}

export function readInboxRow({ network: name, method, raw }: Postback): Read {
  const network = findNetwork(name)
  if (!network) return { quarantined: 'unknown-network' }
  return method === 'CSV' ? readReportRow(network, raw) : readReport(network, raw)
}

export function reportColumns(read: Read) {
  if ('quarantined' in read) return { click_id: null, external_id: null, report: null, sale_paise: null }
  const { clickId, externalId, report, sale } = read
  // A valid click id is shorter; an index rejects very long values.
  return {
    click_id: clickId.length > MOST_ID ? null : clickId,
    external_id: externalId,
    report,
    sale_paise: sale,
  }
}

interface Applying {
  row: InboxRow
  read: Read
  verdict: ReportVerdict | null
}

/** Applies a row that the caller has locked, after the open older rows of the same sale. */
export async function applyInOrder(
  tx: Tx,
  row: InboxRow,
  options: Pick<ReportOptions, 'accept'> = {},
): Promise<ReportVerdict> {
  const read = readInboxRow(row)
  const before: Applying[] = []
  for (const older of await lockOlder(tx, row, read)) {
    const one: Applying = { row: older, read: readInboxRow(older), verdict: null }
    if (older.processed_at === null) await applyInSavepoint(tx, one, before)
    before.push(one)
  }
  return applyOne(tx, { row, read, verdict: null }, before, options)
}

/** A failing older row stays open for the worker; later rows are applied all the same. */
async function applyInSavepoint(tx: Tx, one: Applying, before: Applying[]): Promise<void> {
  await tx.transaction((savepoint) => applyOne(savepoint, one, before, {})).catch(() => (one.verdict = null))
}

async function applyOne(
  tx: Tx,
  one: Applying,
  before: Applying[],
  options: ReportOptions,
): Promise<ReportVerdict> {
  const { row, read } = one
  const verdict: ReportVerdict =
    'quarantined' in read
      ? { outcome: 'quarantined', reason: read.quarantined }
      : await applyReport(tx, row.network, read, { ...options, reportId: row.id })
  const { outcome, reason = null, conversionId = null, overturned } = verdict
  await recordOutcome(tx, {
    id: row.id,
    outcome,
    reason,
    conversion_id: conversionId,
    ...reportColumns(read),
  })
  one.verdict = verdict
  if (overturned !== undefined) await quarantineOverturned(tx, overturned)
  if (!('quarantined' in read) && (outcome === 'applied' || outcome === 'repeat'))
    await supersede(tx, before, read, conversionId!)
  return verdict
}

const recordOutcome = prepared((reader) =>
  reader
    .update(postbackInbox)
    .set({
      ...placeholders(
        'outcome',
        'reason',
        'conversion_id',
        'click_id',
        'external_id',
        'report',
        'sale_paise',
      ),
      error: null,
      processed_at: sql`now()`,
    })
    .where(eq(postbackInbox.id, sql.placeholder('id'))),
)

const quarantineOverturned = (tx: Tx, id: number) =>
  tx
    .update(postbackInbox)
    .set({ outcome: 'quarantined', reason: 'after-rejection' })
    .where(eq(postbackInbox.id, id))

async function supersede(tx: Tx, before: Applying[], by: ReportedSale, conversionId: number): Promise<void> {
  const waiting = before.filter(({ row, verdict }) => (verdict ?? row).outcome === 'quarantined')
  if (!waiting.length) return
  const [sale] = await tx
    .select({ id: conversions.id, external_id: conversions.external_id })
    .from(conversions)
    .where(eq(conversions.id, conversionId))
  const settled = waiting.filter(
    ({ row, read }) =>
      !('quarantined' in read) &&
      rankOf(read.report) <= rankOf(by.report) &&
      read.clickId === by.clickId &&
      (row.conversion_id === null
        ? saleIds(read).includes(sale!.external_id)
        : row.conversion_id === conversionId),
  )
  if (!settled.length) return
  await tx
    .update(postbackInbox)
    .set({ outcome: 'superseded', conversion_id: conversionId })
    .where(
      inArray(
        postbackInbox.id,
        settled.map(({ row }) => row.id),
      ),
    )
}

/** Bounds the work for a network that keeps repeating a quarantined report. */
const MOST_OLDER = 200

const olderOf = prepared((reader) =>
  reader
    .select()
    .from(postbackInbox)
    .where(
      and(
        eq(postbackInbox.network, sql.placeholder('network')),
        lt(postbackInbox.id, sql.placeholder('id')),
        unsettled(postbackInbox),
        or(
          sql`${postbackInbox.click_id} = ANY(${sql.placeholder('clicks')}::text[])`,
          sql`${postbackInbox.external_id} = ANY(${sql.placeholder('ids')}::text[])`,
        ),
      ),
    )
    .orderBy(desc(postbackInbox.id))
    .limit(MOST_OLDER)
    .for('update'),
)

/** Returns the oldest first. Rows that share a click or an id with a result are included: they affect its verdict. */
async function lockOlder(tx: Tx, row: InboxRow, read: Read): Promise<InboxRow[]> {
  if ('quarantined' in read) return []
  const { id, network } = row
  const clicks = new Set([read.clickId])
  const ids = new Set(saleIds(read))
  for (let known = 0; ;) {
    const rows = await olderOf(tx, { id, network, clicks: [...clicks], ids: [...ids] })
    if (rows.length === known) return rows.toReversed()
    known = rows.length
    for (const { click_id, external_id } of rows) {
      if (click_id !== null) clicks.add(click_id)
      if (external_id !== null) ids.add(external_id)
    }
  }
}
