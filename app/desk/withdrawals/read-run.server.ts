/** What can be paid out now, what is left out and why, and what is on its way. */
import { listWaiting } from '~/alerts/waiting.server'
import { db } from '~/db/client.server'
import { formatCount } from '~/formats/count'
import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import type { Reader } from '~/operations/cells'
import { WITHDRAWAL_COLUMNS } from '~/operations/withdrawals/columns'
import { findBlockers, type Blockers } from '~/wallet/withdrawals/blockers.server'
import { listWithdrawals } from '~/wallet/withdrawals/list-withdrawals.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { toHeads, toRows } from '../views/answer.server'
import { writeOperationPath } from '../views/paths'
import type { CellView, TableView } from '../views/view'

/** Of one run; the next page load has the others. */
const MOST = 200

export interface RunRow {
  id: number
  cells: readonly CellView[]
  /** Why it is left out; empty: it can be paid. */
  reasons: readonly string[]
}

export interface Run {
  heads: TableView['heads']
  ready: readonly RunRow[]
  leftOut: readonly RunRow[]
  /** Of those that are ready. */
  sum: string
  /** There are more than are shown. */
  isCut: boolean
  waiting: readonly { title: string; count: string; to: string }[]
}

export async function readRun(reader: Reader): Promise<Run> {
  const found = await listWithdrawals({ status: 'requested' }, { limit: MOST })
  // The longest wait first.
  const rows = found.toReversed()
  const blockers = await findBlockers(db, [...new Set(rows.map(({ user_id }) => user_id))])
  const all = rows.map((row) => ({ row, reasons: listReasons(blockers.get(row.user_id)!) }))
  const ready = all.filter(({ reasons }) => !reasons.length)
  const sum = ready.reduce((total, { row }) => total + row.amount_paise, 0n)
  const toRow = ({ row, reasons }: { row: Withdrawal; reasons: string[] }): RunRow => ({
    id: row.id,
    cells: toRows(WITHDRAWAL_COLUMNS as never, [row as never], reader, (id) =>
      writeOperationPath('withdrawals show', { id }),
    )[0]!,
    reasons,
  })
  return {
    heads: toHeads(WITHDRAWAL_COLUMNS as never),
    ready: ready.map(toRow),
    leftOut: all.filter(({ reasons }) => reasons.length).map(toRow),
    sum: `${formatCount(ready.length, 'withdrawal')}, ${formatRupees(sum)}`,
    isCut: rows.length === MOST,
    waiting: await listOnTheirWay(),
  }
}

const listReasons = ({ debt, hold, hasSignal }: Blockers): string[] => [
  ...(debt > 0n ? [`owes us ${formatRupees(debt)}`] : []),
  ...(hold ? [`on hold until ${formatTime(hold.until)}: ${hold.because}`] : []),
  ...(hasSignal ? ['an open signal of fraud'] : []),
]

/** What waits after the approval, with the operation that goes on. */
async function listOnTheirWay(): Promise<Run['waiting']> {
  const rows = await listWaiting()
  return rows
    .filter(({ operation, input }) => operation.startsWith('withdrawals ') && input.status !== 'requested')
    .map(({ what, count, operation, input }) => ({
      title: what,
      count: String(count),
      to: writeOperationPath(operation, input),
    }))
}
