import { formatRupees } from '~/platform/formats/money'
import type { PayoutOrder } from '~/domain/wallet/payout-orders.server'
import { tryDestination } from '~/domain/wallet/withdrawal-decisions.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { describeColumns, type Fact } from './columns'
import type { Context } from './operation'

const column = describeColumns<Withdrawal>()
export const WITHDRAWAL_COLUMNS = [
  ...column.own('id', 'status', 'amount', 'user_id'),
  column.hint('to', ({ method, destination_hint }) => `${method} ${destination_hint}`, { only: 'screen' }),
  ...column.data('method', 'destination_hint', 'utr', 'reason'),
  column.text('despite_debt', ({ debt_override }) => debt_override, {
    title: 'approved despite a debt, because',
    only: 'data',
  }),
  column.text('despite_signal', ({ signal_override }) => signal_override, {
    title: 'approved despite a signal of fraud, because',
    only: 'data',
  }),
  column.time('created_at', { title: 'requested' }),
  column.text('utr or reason', ({ utr, reason }) => reason ?? utr, { only: 'screen', width: 60 }),
  ...column.data('updated_at'),
]

const order = describeColumns<PayoutOrder>()
export const ORDER_COLUMNS = [
  order.state('provider'),
  order.text('reference'),
  order.state('stage'),
  order.text('provider_reference'),
  order.state('provider_status'),
  order.count('attempts'),
  order.time('next_attempt_at', {
    title: 'next attempt',
    screen: ({ stage, next_attempt_at }) => (stage === 'done' ? null : next_attempt_at),
  }),
  order.text('error'),
]

const LABELS: Record<string, string> = {
  upi: 'UPI ID',
  acc_number: 'account number',
  acc_holder_name: 'account holder',
  ifsc_code: 'IFSC',
  bank_name: 'CRN number',
}

/** The account that it goes to, for a reader who uncovers it; nothing for others. */
export function formatDestination(withdrawal: Withdrawal, { uncovers }: Pick<Context, 'uncovers'>): Fact[] {
  if (!uncovers) return []
  const to = tryDestination(withdrawal)
  if (!to)
    return [
      {
        name: 'destination',
        kind: 'text',
        value:
          'does not open: it was erased, or sealed under a key that is not in DATA_KEY and DATA_KEYS_OLD',
      },
    ]
  return Object.entries(to).flatMap(([name, value]): Fact[] =>
    value ? [{ name: `destination_${name}`, title: LABELS[name] ?? name, kind: 'account', value }] : [],
  )
}

export const describeAmount = ({ amount_paise, user_id }: Pick<Withdrawal, 'amount_paise' | 'user_id'>) =>
  `${formatRupees(amount_paise)} of member ${user_id}`

export const pickLogged = ({ status, utr, debt_override, signal_override }: Withdrawal) => ({
  status,
  utr,
  debt_override,
  signal_override,
})
