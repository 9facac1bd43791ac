import { formatRupees } from '~/formats/money'
import type { PayoutOrder } from '~/wallet/payout/orders.server'
import type { ProviderName } from '~/wallet/payout/port'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { tryDestination } from '~/wallet/withdrawals/payouts.server'
import { describeColumns, type Fact } from '../columns'
import type { Changed, Context } from '../operation'

const column = describeColumns<Withdrawal>()
export const WITHDRAWAL_COLUMNS = [
  column.id('id'),
  column.state('status'),
  column.money('amount', ({ amount_paise }) => amount_paise),
  column.member('user_id', { title: 'member' }),
  column.hint('to', ({ method, destination_hint }) => `${method} ${destination_hint}`, { only: 'screen' }),
  column.text('method', { only: 'data' }),
  column.hint('destination_hint', { only: 'data' }),
  column.text('utr', { only: 'data' }),
  column.text('reason', { only: 'data' }),
  column.text('despite_debt', ({ debt_override }) => debt_override, { only: 'data' }),
  column.text('despite_signal', ({ signal_override }) => signal_override, { only: 'data' }),
  column.time('created_at', { title: 'asked' }),
  column.text('utr or reason', ({ utr, reason }) => reason ?? utr, { only: 'screen', width: 60 }),
  column.time('updated_at', { only: 'data' }),
]

const order = describeColumns<PayoutOrder>()
export const ORDER_COLUMNS = [
  order.state('provider'),
  order.text('reference'),
  order.state('stage'),
  order.text('provider_reference'),
  order.state('provider_status'),
  order.count('attempts'),
  order.time('next attempt', ({ stage, next_attempt_at }) => (stage === 'done' ? null : next_attempt_at), {
    only: 'screen',
  }),
  order.time('next_attempt_at', { only: 'data' }),
  order.text('error'),
]

export const PROVIDER_NAMES: Record<ProviderName, string> = { razorpayx: 'RazorpayX', cashfree: 'Cashfree' }

const LABELS: Record<string, string> = {
  upi: 'UPI ID',
  acc_number: 'account number',
  acc_holder_name: 'account holder',
  ifsc_code: 'IFSC',
  bank_name: 'CRN number',
}

/** The account that it goes to, for a reader who uncovers it; nothing for others. */
export function describeDestination(withdrawal: Withdrawal, { uncovers }: Pick<Context, 'uncovers'>): Fact[] {
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

/** For the log. */
export const describeMove = (before: Withdrawal, after: Withdrawal): Changed[] =>
  (['status', 'utr', 'debt_override', 'signal_override'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      subject: `withdrawal ${after.id}`,
      field: name,
      before: before[name],
      after: after[name],
    }))
