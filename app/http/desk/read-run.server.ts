import { listWaitingWork } from '~/domain/alerts/waiting.server'
import { db } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { formatTime } from '~/platform/formats/dates'
import { formatRupees } from '~/platform/formats/money'
import type { CellReader } from '~/desk/cells'
import { WITHDRAWAL_COLUMNS } from '~/desk/withdrawal-columns'
import { findBlockers, type Blockers } from '~/domain/wallet/blockers.server'
import { findProviderForNew } from '~/domain/wallet/providers.server'
import { listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { readMayOpen, toHeads, toRows } from './views/answer.server'
import { describeChosen, makeChoice, type ChosenView } from './views/chosen.server'
import { formatFormName } from './views/labels'
import { buildOperationPath } from './views/paths'
import type { TableView } from './views/view'

/** Withdrawals in one run; the next page load has the others. */
const MOST = 200

export interface Run {
  ready: TableView
  leftOut: TableView
  sum: string
  isCut: boolean
  /** An operator pays by a file for the bank. */
  isByBank: boolean
  /** What can be done with those that are left out; null: not by this role. */
  chosen: ChosenView | null
  /** `to` is null where the role may not open it. */
  waiting: readonly { title: string; count: string; to: string | null }[]
}

/** Whom it pays and how much come first, so that a phone shows them beside the box. */
const COLUMNS = ['amount', 'user_id', 'to', 'id', 'created_at'].map((name) =>
  WITHDRAWAL_COLUMNS.find((column) => column.name === name)!,
)
const SHARED = { heads: toHeads(COLUMNS), hasTotal: false }

export async function readRun(reader: CellReader): Promise<Run> {
  const found = await listWithdrawals({ status: 'requested' }, { limit: MOST })
  // The longest wait first.
  const rows = found.toReversed()
  const blockers = await findBlockers(db, [...new Set(rows.map(({ user_id }) => user_id))])
  const explain = ({ user_id }: Withdrawal) => listReasons(blockers.get(user_id)!)
  const ready = rows.filter((row) => !explain(row).length)
  const leftOut = rows.filter((row) => explain(row).length)
  const toCells = (some: readonly Withdrawal[]) =>
    toRows(COLUMNS, some, reader, { toRecord: (id) => buildOperationPath('withdrawals show', { id }) })
  return {
    ready: {
      ...SHARED,
      name: 'ready',
      rows: toCells(ready),
      choice: {
        name: formatFormName('ids'),
        head: 'Pay',
        values: ready.map(({ id }) => String(id)),
        isChecked: ready.map(() => true),
      },
      words: ready.length ? undefined : 'No withdrawal is ready.',
    },
    leftOut: {
      ...SHARED,
      name: 'left out',
      title: 'Left out',
      choice: makeChoice(leftOut.map(({ id }) => String(id))),
      heads: SHARED.heads.toSpliced(2, 0, { title: 'why', isNumeric: false }),
      rows: toCells(leftOut).map((cells, i) =>
        cells.toSpliced(2, 0, { kind: 'text', text: explain(leftOut[i]!).join('; ') }),
      ),
    },
    sum: `${formatCount(ready.length, 'withdrawal')}, ${formatRupees(ready.reduce((sum, row) => sum + row.amount_paise, 0n))}`,
    isCut: rows.length === MOST,
    isByBank: findProviderForNew() === null,
    chosen: await describeChosen(['withdrawals refuse-each'], reader.role),
    waiting: await listOnTheirWay(reader),
  }
}

const listReasons = ({ debt, hold, hasSignal }: Blockers): string[] => [
  ...(debt > 0n ? [`owes us ${formatRupees(debt)}`] : []),
  ...(hold ? [`on hold until ${formatTime(hold.until)}: ${hold.because}`] : []),
  ...(hasSignal ? ['a signal of fraud'] : []),
]

async function listOnTheirWay(reader: CellReader): Promise<Run['waiting']> {
  const mayOpen = await readMayOpen(reader)
  const rows = await listWaitingWork()
  return rows
    .filter(({ operation, input }) => operation.startsWith('withdrawals ') && input.status !== 'requested')
    .map(({ what, count, operation, input }) => ({
      title: what,
      count: String(count),
      to: mayOpen(operation) ? buildOperationPath(operation, input) : null,
    }))
}
