/** Lock order: inbox rows, newest first; click; order number; wallets. Order of reports: docs/rules.md#30. */
import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { placeholders, prepared } from '~/platform/db/prepared.server'
import { findNetwork } from '~/platform/config/networks'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { CLAIM_METHOD } from '../claims/claim-report'
import { getRank, type QuarantineReason, type ReportVerdict } from '../conversions'
import { applyReport } from './apply-report.server'
import { findMaybeSale, namesSale } from './reported-sales.server'
import { readNames, type ParsedReport, type ReportedSale } from '../reports'
import type { ReportOptions } from './evaluate-report'
import { type InboxRow, readInboxRow, toReportColumns } from '../inbox-row.server'
import { lockOlder } from './older-reports.server'

interface ReportInOrder {
  row: InboxRow
  read: ParsedReport
  verdict: ReportVerdict | null
}

/** Applies a row locked by the caller, after the open older rows of the same sale. `receivedAt`: of the report that it corrects. */
export async function applyInOrder(
  tx: Tx,
  row: InboxRow,
  options: Pick<ReportOptions, 'accept' | 'answer' | 'manual' | 'receivedAt'> = {},
): Promise<ReportVerdict> {
  const read = readInboxRow(row)
  const before: ReportInOrder[] = []
  for (const older of await lockOlder(tx, row, read)) {
    const one: ReportInOrder = { row: older, read: readInboxRow(older), verdict: null }
    if (older.processed_at === null) await applyInSavepoint(tx, one, before)
    before.push(one)
  }
  return applyOne(tx, { row, read, verdict: null }, before, options)
}

/** A failing older row stays open for the worker and does not stop later rows. */
async function applyInSavepoint(tx: Tx, one: ReportInOrder, before: ReportInOrder[]): Promise<void> {
  await tx.transaction((savepoint) => applyOne(savepoint, one, before, {})).catch(() => (one.verdict = null))
}

async function applyOne(
  tx: Tx,
  one: ReportInOrder,
  before: ReportInOrder[],
  options: ReportOptions,
): Promise<ReportVerdict> {
  const { row, read } = one
  const verdict: ReportVerdict =
    'quarantined' in read
      ? await quarantineUnread(tx, row, read.quarantined)
      : await applyReport(tx, row.network, read, {
          ...options,
          reportId: row.id,
          receivedAt: options.receivedAt ?? (row.method === CLAIM_METHOD ? null : row.received_at),
        })
  const { outcome, reason = null, saleId = null, overturned } = verdict
  await recordOutcome(tx, {
    id: row.id,
    outcome,
    reason,
    conversion_id: saleId,
    ...toReportColumns(read),
  })
  one.verdict = verdict
  if (overturned !== undefined) await quarantineOverturned(tx, overturned)
  if (!('quarantined' in read) && (outcome === 'applied' || outcome === 'repeat'))
    await supersede(tx, before, read, saleId!)
  return verdict
}

/** Shows the sale that an unusable id may be of; nothing follows from it. */
async function quarantineUnread(
  tx: Tx,
  { network: name, method, raw }: InboxRow,
  reason: QuarantineReason,
): Promise<ReportVerdict> {
  const network = reason === 'unusable-id' && method !== CLAIM_METHOD ? findNetwork(name) : null
  const sale = network && (await findMaybeSale(tx, name, readNames(network, method, raw)))
  return { outcome: 'quarantined', reason, ...(sale && { saleId: sale.id }) }
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

const isMaybeOtherSale = (reason: string | null) =>
  reason === 'item-or-correction' || reason === 'old-identity' || reason === 'after-claim'

async function supersede(tx: Tx, before: ReportInOrder[], by: ReportedSale, saleId: number): Promise<void> {
  const waiting = before.filter(({ row, verdict }) => (verdict ?? row).outcome === 'quarantined')
  if (!waiting.length) return
  const [sale] = await tx
    .select({
      id: conversions.id,
      external_id: conversions.external_id,
      conversion_id: conversions.conversion_id,
    })
    .from(conversions)
    .where(eq(conversions.id, saleId))
  const settled = waiting.filter(
    ({ row, read, verdict }) =>
      !('quarantined' in read) &&
      !isMaybeOtherSale(verdict?.reason ?? row.reason) &&
      getRank(read.report) <= getRank(by.report) &&
      read.clickId === by.clickId &&
      (row.conversion_id === null ? namesSale(read, sale!) : row.conversion_id === saleId),
  )
  if (!settled.length) return
  await tx
    .update(postbackInbox)
    .set({ outcome: 'superseded', conversion_id: saleId })
    .where(
      inArray(
        postbackInbox.id,
        settled.map(({ row }) => row.id),
      ),
    )
}
