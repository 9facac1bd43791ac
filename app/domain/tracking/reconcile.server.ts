/** Compares a network's CSV report with our conversions, because not every network pushes every state. */
import { db } from '~/platform/db/client.server'
import { errorFacts } from '~/platform/log.server'
import { zero } from '~/platform/formats/money'
import { readTable } from '~/platform/formats/table-file'
import { Foreseen } from './reconcile/foreseen'
import { previewReport, previewUnusable, type ReportPreview } from './reconcile/preview-report.server'
import { type NetworkName, networks } from '~/platform/config/networks'
import { OverBudgetError, type BudgetCredit, type Hand } from '~/domain/wallet/budget.server'
import { applyFileRow } from './inbox.server'
import { listReportHeadings, readNames, readReportRow } from './reports'

export { previewReport } from './reconcile/preview-report.server'

export interface ReportRow extends Omit<ReportPreview, 'outcome' | 'reason'> {
  line: number
  clickId: string
  externalId: string
  outcome: ReportPreview['outcome'] | 'failed'
  /** The reason for quarantine, or a message for a damaged row. */
  reason: string | null
}

export type Counts = Record<ReportRow['outcome'] | 'rows', number>

interface Options {
  /** Who applies the file; null: nothing is applied. */
  hand: Hand | null
  onRow: (row: ReportRow) => void
  /** Why a row of which this member gets cashback or a share is not applied; null: it is. */
  refuse?: (userId: number) => string | null
  /** Rows that were read, and all of them. */
  onProgress?: (rows: number, all: number) => void
}

/** Quarantined rows are only reported. Throws BadFile for a file that is no table, before anything is applied. */
export async function reconcileReport(
  text: string,
  network: NetworkName,
  { hand, onRow, refuse, onProgress }: Options,
): Promise<Counts> {
  const counts: Counts = {
    rows: 0,
    applied: 0,
    repeat: 0,
    stale: 0,
    superseded: 0,
    quarantined: 0,
    failed: 0,
  }
  const { rows, refused } = readTable(
    text,
    listReportHeadings(networks[network]),
    [['click'], ['status'], ['id']],
    { ids: ['conversion', 'order'] },
  )
  const all = [...rows, ...refused].toSorted((a, b) => a.line - b.line)
  // A run reads what the rows before have stored.
  const how = hand ?? new Foreseen()
  for (const one of all) {
    const row =
      'reason' in one
        ? { ...unreadable(one.line), outcome: 'failed' as const, reason: one.reason }
        : await takeRow(network, one.line, one.record(), { how, refuse })
    counts.rows++
    counts[row.outcome]++
    if (isToShow(row)) onRow(row)
    if (counts.rows % 100 === 0) onProgress?.(counts.rows, all.length)
  }
  return counts
}

const isToShow = ({ outcome, commission }: ReportRow) =>
  commission !== undefined || !['repeat', 'stale', 'superseded'].includes(outcome)

const unreadable = (line: number) => ({
  line,
  clickId: '',
  externalId: '',
  userId: null,
  referrerId: null,
  from: { state: 'none' as const, cashback: zero },
  to: null,
})

/** Applies the row for a hand, unless `refuse` has a reason. */
async function takeRow(
  network: NetworkName,
  line: number,
  raw: Record<string, string>,
  { how, refuse }: Pick<Options, 'refuse'> & { how: Hand | Foreseen },
): Promise<ReportRow> {
  const read = readReportRow(networks[network], raw)
  const names = readNames(networks[network], 'CSV', raw)
  if ('quarantined' in read)
    return {
      ...(read.quarantined === 'unusable-id' ? await previewUnusable(db, network, names) : unreadable(line)),
      line,
      clickId: names.clickId,
      externalId: names.id,
      outcome: 'quarantined',
      reason: read.quarantined,
    }
  const { clickId, externalId } = read
  const isForeseen = how instanceof Foreseen
  const preview = await previewReport(db, network, read, isForeseen ? how : undefined)
  const row: ReportRow = { ...preview, line, clickId, externalId, reason: preview.reason ?? null }
  const isChange = row.outcome === 'applied' || row.commission !== undefined
  const explain = (id: number | null) => (id === null ? null : refuse?.(id))
  const refusal = isChange ? (explain(row.userId) ?? explain(row.referrerId)) : null
  if (refusal) return { ...row, outcome: 'failed', reason: refusal }
  if (isForeseen || !isChange) return row
  try {
    const { outcome, reason = null } = await applyFileRow({ network, method: 'CSV', raw }, how)
    return { ...row, outcome, reason }
  } catch (error) {
    return { ...row, outcome: 'failed', reason: explainFailure(error) }
  }
}

function explainFailure(error: unknown): string {
  if (error instanceof OverBudgetError) return `not applied: ${error.message} Give the same file again.`
  const { error: kind, code } = errorFacts(error)
  return `not applied (${[kind, code].filter(Boolean).join(' ')}); give the same file again`
}

/** What the row would credit beyond what stored reports have said. */
export const toCredit = ({ outcome, userId, from, to }: ReportRow): BudgetCredit | null =>
  outcome === 'applied' && userId !== null && to !== null && to.cashback > from.cashback
    ? { userId, amount: to.cashback - from.cashback }
    : null
