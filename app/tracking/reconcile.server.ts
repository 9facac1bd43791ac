/** Compares a network's CSV report with our conversions, because not every network pushes every state. */
import { BrokenFeed } from '~/catalog/feeds/items'
import { readItems } from '~/catalog/feeds/read-items.server'
import { db } from '~/db/client.server'
import { errorFacts } from '~/runtime/log.server'
import { zero } from '~/formats/money'
import { previewReport, type ReportPreview } from './preview-report.server'
import { type NetworkName, networks } from '~/config/networks'
import { receivePostback } from './postbacks.server'
import { listColumns, findMissingColumns, listNamesOfRow, readReportRow } from './reports'

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
  apply: boolean
  onRow: (row: ReportRow) => void
  onProgress?: (rows: number) => void
}

/** Quarantined rows are only reported. `broken` says why reading stopped. */
export async function reconcileReport(
  chunks: AsyncIterable<Uint8Array>,
  network: NetworkName,
  { apply, onRow, onProgress }: Options,
): Promise<{ counts: Counts; broken: string | null }> {
  const counts: Counts = {
    rows: 0,
    applied: 0,
    repeat: 0,
    stale: 0,
    superseded: 0,
    quarantined: 0,
    failed: 0,
  }
  try {
    for await (const item of readItems(chunks, 'csv', (header) => requireColumns(network, header))) {
      const row =
        'value' in item
          ? await takeRow(network, item.line, item.value as Record<string, string>, apply)
          : { ...unreadable(item.line), outcome: 'failed' as const, reason: item.problem }
      counts.rows++
      counts[row.outcome]++
      if (isToShow(row)) onRow(row)
      if (counts.rows % 100 === 0) onProgress?.(counts.rows)
    }
  } catch (error) {
    if (error instanceof BrokenFeed) return { counts, broken: error.message }
    throw error
  }
  return { counts, broken: null }
}

const isToShow = ({ outcome, commission }: ReportRow) =>
  commission !== undefined || !['repeat', 'stale', 'superseded'].includes(outcome)

function requireColumns(network: NetworkName, header: string[]): void {
  const [missing] = findMissingColumns(networks[network], header)
  if (missing)
    throw new BrokenFeed(
      `the first line names none of the columns for the ${WHAT[missing]}: ${listColumns(networks[network], missing).join(', ')}`,
    )
}

const WHAT = { click: 'click id', status: 'status', id: 'sale’s id' }

const unreadable = (line: number) => ({
  line,
  clickId: '',
  externalId: '',
  userId: null,
  from: { state: 'none' as const, cashback: zero },
  to: null,
})

async function takeRow(
  network: NetworkName,
  line: number,
  raw: Record<string, string>,
  apply: boolean,
): Promise<ReportRow> {
  const read = readReportRow(networks[network], raw)
  if ('quarantined' in read)
    return {
      ...unreadable(line),
      ...listNamesOfRow(networks[network], raw),
      outcome: 'quarantined',
      reason: read.quarantined,
    }
  const { clickId, externalId } = read
  const foreseen = await previewReport(db, network, read)
  const row: ReportRow = { ...foreseen, line, clickId, externalId, reason: foreseen.reason ?? null }
  if (!apply || (row.outcome !== 'applied' && !row.commission)) return row
  let problem: string | null = null
  const verdict = await receivePostback({ network, method: 'CSV', raw }, (error) => {
    const { error: kind, code } = errorFacts(error)
    problem = `not applied (${[kind, code].filter(Boolean).join(' ')}); it waits in the inbox`
  })
  if (!verdict) return { ...row, outcome: 'failed', reason: problem }
  return { ...row, outcome: verdict.outcome, reason: verdict.reason ?? null }
}
