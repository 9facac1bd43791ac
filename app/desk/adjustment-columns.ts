import { formatRupees } from '~/platform/formats/money'
import type { AdjustableBalances, Adjustment, AdjustmentEffect } from '~/domain/books/adjustments'
import { listChanges, noteChange } from './changed'
import { describeColumns, describeRows, type Table } from './columns'
import type { FieldChange } from './operation'

const column = describeColumns<Adjustment>()
export const ADJUSTMENT_COLUMNS = [
  column.id('id', { isAssigned: true }),
  column.time('created_at', { title: 'requested' }),
  column.text('asked_by', { title: 'by' }),
  ...column.own('user_id', 'kind'),
  column.money('amount'),
  column.sale('sale', ({ conversion_id }) => conversion_id, { only: 'data' }),
  column.state('state'),
  column.yes('needs_approval', { only: 'data', title: 'needs approval' }),
  column.text('decided_by', { title: 'decided by' }),
  column.time('decided_at', { only: 'data', title: 'decided' }),
  column.text('reason', { width: 60 }),
  column.text('refusal', { only: 'data', title: 'refused because' }),
  column.text('key', ({ request_key }) => request_key, { only: 'data' }),
]

export const describeAdjustment = ({ kind, amount_paise }: Pick<Adjustment, 'kind' | 'amount_paise'>) =>
  `${kind} of ${formatRupees(amount_paise)}`

const BALANCES: readonly [keyof AdjustableBalances, name: string][] = [
  ['available', 'available'],
  ['onItsWay', 'on its way'],
  ['debt', 'owed to us'],
]

export function describeEffect({ before, after, calledOff }: AdjustmentEffect, title?: string): Table[] {
  const balance = describeColumns<(typeof BALANCES)[number]>()
  const withdrawal = describeColumns<AdjustmentEffect['calledOff'][number]>()
  return [
    describeRows(
      'balances',
      [
        balance.text('balance', ([, name]) => name),
        balance.money('now', ([key]) => before[key]),
        balance.money('after', ([key]) => after[key]),
      ],
      BALANCES,
      { title },
    ),
    describeRows(
      'called_off',
      [withdrawal.id('withdrawal', ({ id }) => id), withdrawal.money('amount')],
      calledOff,
      { title: 'Cancelled withdrawals' },
    ),
  ]
}

export const describeChanges = (
  { id, state, user_id }: Adjustment,
  before: Adjustment | null,
  effect: AdjustmentEffect | null,
): FieldChange[] => [
  noteChange(`adjustment ${id}`, 'state', before?.state ?? null, state),
  ...(effect ? listChanges(`member ${user_id}`, effect.before, effect.after) : []),
]
