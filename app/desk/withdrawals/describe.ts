import { PAYOUT_PROVIDERS } from '~/platform/config/payout-providers'
import { db } from '~/platform/db/client.server'
import { formatTime } from '~/platform/formats/dates'
import { findOrder, type PayoutOrder } from '~/domain/wallet/payout-orders.server'
import { listConflicts } from '~/domain/wallet/payout-conflicts.server'
import { listBatchesOfWithdrawal } from '~/domain/wallet/batches.server'
import type { listEntriesOfWithdrawal } from '~/domain/books/list-settlements.server'
import { findBlockers } from '~/domain/wallet/blockers.server'
import { listWithdrawalSteps, type WithdrawalStep } from '~/domain/wallet/list-withdrawals.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { describeColumns, describeData, describeRow, describeRows, type Table } from '../columns'
import { listIf, type Answer, type Context, type Next } from '../operation'
import { describeBlockers } from './blockers'
import { formatDestination, ORDER_COLUMNS, WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import { requireWithdrawal } from './refusals'

const SHOWN_COLUMNS = WITHDRAWAL_COLUMNS.map((one) =>
  one.name.startsWith('despite') ? { ...one, only: undefined } : one,
)

export async function describeWithdrawal(id: number, context: Context): Promise<Answer> {
  const found = await requireWithdrawal(id, db)
  const [steps, order, conflicts, blockersByMember, batches, atBank] = await Promise.all([
    listWithdrawalSteps(id),
    findOrder(id),
    listConflicts({ state: 'open', withdrawalId: id }, { limit: 10 }),
    findBlockers(db, [found.user_id]),
    listBatchesOfWithdrawal(id),
    import('~/domain/books/list-settlements.server').then((books) => books.listEntriesOfWithdrawal(id)),
  ])
  const { debt, hold, hasSignal } = blockersByMember.get(found.user_id)!
  return {
    title: `Withdrawal ${id}`,
    facts: [
      ...describeRow(SHOWN_COLUMNS, found),
      ...formatDestination(found, context),
      ...describeData('money', { member_owes: debt }),
      ...describeData('time', { on_hold_until: hold?.until }),
      ...describeData('yes', { open_signal: hasSignal }),
    ],
    tables: [
      describeSteps(steps),
      describeRows('order', ORDER_COLUMNS, order ? [order] : [], { isOne: true, title: 'At the provider' }),
      describeRows('batches', BATCH_COLUMNS, batches, { title: 'In files for the bank' }),
      describeRows('bank', BANK_COLUMNS, atBank, { title: 'On the bank’s statements' }),
      describeRows('conflicts', CONFLICT_COLUMNS, conflicts, { title: 'Open conflicts' }),
    ],
    notes: [...(await describeBlockers([found])), ...(order ? explainOrder(found, order) : [])],
    next: [
      ...conflicts.map((one): Next => ({ operation: 'conflicts show', input: { id: one.id } })),
      ...listNext(found, order),
    ],
    namesNext: true,
  }
}

/** A step that does not change the status is a correction of the UTR. */
function describeSteps(steps: readonly WithdrawalStep[]): Table {
  const isCorrection = (step: WithdrawalStep) => steps[steps.indexOf(step) - 1]?.status === step.status
  const column = describeColumns<WithdrawalStep>()
  return describeRows(
    'steps',
    [
      column.time('at', ({ created_at }) => created_at, { title: 'when' }),
      column.state('status', {
        title: 'step',
        screen: (step) => (isCorrection(step) ? 'UTR corrected' : step.status),
      }),
      column.text(
        'utr or reason',
        (step) => (isCorrection(step) ? `${step.utr}: ${step.reason}` : (step.reason ?? step.utr)),
        { only: 'screen' },
      ),
      ...column.data('utr', 'reason'),
    ],
    steps,
  )
}

const batch = describeColumns<Awaited<ReturnType<typeof listBatchesOfWithdrawal>>[number]>()
const BATCH_COLUMNS = [
  batch.id('batch', ({ id }) => id),
  batch.text('made_by'),
  batch.time('created_at', { title: 'made' }),
  batch.time('left_at', { title: 'left' }),
  batch.text('left_because', { title: 'because' }),
]

const bank = describeColumns<Awaited<ReturnType<typeof listEntriesOfWithdrawal>>[number]>()
const BANK_COLUMNS = [
  bank.day('on_day', { title: 'day' }),
  bank.state('kind', {
    title: 'what',
    screen: ({ kind }) => (kind === 'other' ? 'paid from another account' : kind),
  }),
  bank.money('amount'),
]

const conflict = describeColumns<Awaited<ReturnType<typeof listConflicts>>[number]>()
const CONFLICT_COLUMNS = [conflict.id('id', { title: 'conflict' }), conflict.text('reason')]

function explainOrder({ status }: Withdrawal, order: PayoutOrder): string[] {
  const { reference, provider, attempts, error, recheck_at, stage } = order
  const name = PAYOUT_PROVIDERS[provider]
  return [
    ...listIf(
      stage !== 'done' && error,
      `The last answer of ${name}: ${error}${attempts > 1 ? `, ${attempts} times in a row` : ''}.`,
    ),
    ...(stage === 'done' && recheck_at
      ? [`${name} is asked once more ${formatTime(recheck_at)}: what was paid may come back.`]
      : []),
    ...listIf(
      status === 'unknown',
      `Nobody knows yet whether it was paid. If it stays like this for an hour, look up ${reference} on the dashboard of ${name}: note it as paid or failed, and that you looked; while it is under way there, wait: it is asked again by itself.`,
    ),
  ]
}

function listNext({ id, status }: Withdrawal, order: PayoutOrder | null): Next[] {
  const names: Partial<Record<Withdrawal['status'], string[]>> = {
    requested: ['approve', 'refuse'],
    processing: order ? ['ask'] : ['paid', 'fail'],
    unknown: ['ask', 'paid', 'fail'],
    paid: ['returned', 'correct-utr'],
  }
  const toInput = (name: string): Next['input'] => {
    if (name === 'approve') return { ids: id }
    return status === 'unknown' && name !== 'ask' ? { id, evenSo: 'yes' } : { id }
  }
  return (names[status] ?? []).map((name) => ({ operation: `withdrawals ${name}`, input: toInput(name) }))
}
