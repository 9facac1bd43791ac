import { z } from 'zod/v4'
import { db } from '~/db/client.server'
import { formatTime } from '~/formats/dates'
import { listConflicts } from '~/wallet/payout/conflicts.server'
import { listBatchesOfWithdrawal } from '~/wallet/payout/list-batches.server'
import { findOrder, type PayoutOrder } from '~/wallet/payout/orders.server'
import { listEntriesOfWithdrawal } from '~/wallet/settlement/list-settlements.server'
import { findBlockers } from '~/wallet/withdrawals/blockers.server'
import { listSteps, listWithdrawals, type WithdrawalStep } from '~/wallet/withdrawals/list-withdrawals.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { describeColumns, describeRow, describeTable, type Table } from '../columns'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { operation, type Answer, type Context, type Next } from '../operation'
import { inOrder } from '../relations'
import { describeBlockers, describeUnclear } from './blockers'
import { describeDestination, ORDER_COLUMNS, PROVIDER_NAMES, WITHDRAWAL_COLUMNS } from './columns'
import { requireWithdrawal } from './refusals'

const STATUSES: readonly Withdrawal['status'][] = [
  'requested',
  'processing',
  'unknown',
  'paid',
  'failed',
  'refunded',
  'cancelled',
  'returned',
]

export const list = operation({
  name: 'withdrawals list',
  title: 'Withdrawals',
  summary: 'the newest withdrawals first',
  role: 'support',
  kind: 'list',
  input: z.object({
    status: field.choice('only those in this status', STATUSES).optional(),
    member: field.member('only withdrawals of one member').optional(),
    ...field.days('requested'),
  }),
  relations: [inOrder('from', 'to')],
  one: 'withdrawal',
  none: 'No withdrawal matches.',
  columns: WITHDRAWAL_COLUMNS,
  sum: ({ amount_paise }) => amount_paise,
  read: async ({ status, ...filter }, page) =>
    listWithdrawals({ ...(await readFilter(filter)), ...(status && { status }) }, page),
  key: ({ id }) => id,
  notes: async (rows) => [...(await describeUnclear(rows)), ...(await describeBlockers(rows))],
})

export const show = operation({
  name: 'withdrawals show',
  title: 'Withdrawal',
  summary: 'one withdrawal with its history',
  role: 'support',
  kind: 'record',
  uncovers: 'the account that it goes to',
  input: z.object({ id: field.id('its number in the list', { place: 'argument' }) }),
  read: ({ id }, context) => describeWithdrawal(id, context),
})

/** Throws Refused if there is none. */
export async function describeWithdrawal(id: number, context: Context): Promise<Answer> {
  const found = await requireWithdrawal(id)
  const [steps, order, conflicts, blockersByMember, batches, atBank] = await Promise.all([
    listSteps(id),
    findOrder(id),
    listConflicts({ state: 'open', withdrawalId: id }, { limit: 10 }),
    findBlockers(db, [found.user_id]),
    listBatchesOfWithdrawal(id),
    listEntriesOfWithdrawal(id),
  ])
  const { debt, hold, hasSignal } = blockersByMember.get(found.user_id)!
  return {
    title: `Withdrawal ${id}`,
    facts: [
      ...describeRow(WITHDRAWAL_COLUMNS, found),
      ...describeDestination(found, context),
      { name: 'member_owes', kind: 'money', value: debt, only: 'data' },
      { name: 'on_hold_until', kind: 'time', value: hold?.until, only: 'data' },
      { name: 'open_signal', kind: 'yes', value: hasSignal, only: 'data' },
      {
        name: 'approved despite a debt, because',
        kind: 'text',
        value: found.debt_override,
        only: 'screen',
      },
      {
        name: 'approved despite a signal of fraud, because',
        kind: 'text',
        value: found.signal_override,
        only: 'screen',
      },
    ],
    tables: [
      describeSteps(steps),
      describeTable({
        name: 'order',
        isOne: true,
        title: 'At the provider',
        columns: ORDER_COLUMNS,
        rows: order ? [order] : [],
      }),
      describeTable({
        name: 'batches',
        title: 'In files for the bank',
        columns: BATCH_COLUMNS,
        rows: batches,
      }),
      describeTable({ name: 'bank', title: 'On the bank’s statements', columns: BANK_COLUMNS, rows: atBank }),
      describeTable({
        name: 'conflicts',
        title: 'Open conflicts',
        columns: CONFLICT_COLUMNS,
        rows: conflicts,
      }),
    ],
    notes: [...(await describeBlockers([found])), ...(order ? explainOrder(found, order) : [])],
    next: [
      ...conflicts.map((one): Next => ({ operation: 'conflicts show', input: { id: one.id } })),
      ...listNext(found, order),
    ],
  }
}

/** A step that does not change the status is a correction of the UTR. */
function describeSteps(steps: readonly WithdrawalStep[]): Table {
  const isCorrection = (step: WithdrawalStep) => steps[steps.indexOf(step) - 1]?.status === step.status
  const column = describeColumns<WithdrawalStep>()
  return describeTable({
    name: 'steps',
    rows: steps,
    columns: [
      column.time('at', ({ created_at }) => created_at, { title: 'when' }),
      column.state('step', (step) => (isCorrection(step) ? 'UTR corrected' : step.status), {
        only: 'screen',
      }),
      column.state('status', { only: 'data' }),
      column.text(
        'utr or reason',
        (step) => (isCorrection(step) ? `${step.utr}: ${step.reason}` : (step.reason ?? step.utr)),
        { only: 'screen' },
      ),
      column.text('utr', { only: 'data' }),
      column.text('reason', { only: 'data' }),
    ],
  })
}

type BatchEntry = Awaited<ReturnType<typeof listBatchesOfWithdrawal>>[number]
const batch = describeColumns<BatchEntry>()
const BATCH_COLUMNS = [
  batch.id('batch', ({ id }) => id),
  batch.text('made_by'),
  batch.time('created_at', { title: 'made' }),
  batch.time('left_at', { title: 'left' }),
  batch.text('left_because', { title: 'because' }),
]

type BankEntry = Awaited<ReturnType<typeof listEntriesOfWithdrawal>>[number]
const bank = describeColumns<BankEntry>()
const BANK_COLUMNS = [
  bank.day('on_day', { title: 'day' }),
  bank.state('what', ({ kind }) => (kind === 'other' ? 'paid from another account' : kind), {
    only: 'screen',
  }),
  bank.state('kind', { only: 'data' }),
  bank.money('amount', ({ amount_paise }) => amount_paise),
]

const conflict = describeColumns<Awaited<ReturnType<typeof listConflicts>>[number]>()
const CONFLICT_COLUMNS = [conflict.id('id', { title: 'conflict' }), conflict.text('reason')]

function explainOrder({ status }: Withdrawal, order: PayoutOrder): string[] {
  const { reference, provider, attempts, error, recheck_at, stage } = order
  const name = PROVIDER_NAMES[provider]
  return [
    ...(stage !== 'done' && error
      ? [`The last answer of ${name}: ${error}${attempts > 1 ? `, ${attempts} times in a row` : ''}.`]
      : []),
    ...(stage === 'done' && recheck_at
      ? [`${name} is asked once more ${formatTime(recheck_at)}: what was paid may come back.`]
      : []),
    ...(status === 'unknown'
      ? [
          `Nobody knows yet whether it was paid. If it stays like this for an hour, look up ${reference} on the dashboard of ${name}: note it as paid or failed with --even-so; while it is under way there, wait: it is asked again by itself.`,
        ]
      : []),
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
