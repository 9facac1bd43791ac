import { expect, test } from 'vitest'
import { describeWithdrawal } from '~/operations/withdrawals/describe'
import { describeTimeline } from '~/operations/users/timeline'
import { listSteps, listWithdrawals } from '~/wallet/withdrawals/list-withdrawals.server'
import { approveWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { requestAmount } from '../wallet/payout-support'
import { memberWith } from '../wallet/support'

test('each step of a withdrawal is in the timeline at its own time', async () => {
  const userId = await memberWith(500_00n)
  const id = await requestAmount(userId, '100')
  await approveWithdrawal(id)
  await payWithdrawal(id, 'UTR1234567')
  const steps = await listSteps(id)
  const withdrawals = await listWithdrawals({ userId })
  const { rows } = await describeTimeline(userId, { withdrawals, adjustments: [], notes: [] })
  const events = (rows as readonly { what: string; state: string; at: Date }[])
    .filter(({ what }) => what === `withdrawal ${id}`)
    .map(({ state, at }) => [state, at])
  expect(events.map(([state]) => state)).toEqual(['paid', 'processing', 'requested'])
  expect(events).toEqual(steps.toReversed().map(({ status, created_at }) => [status, created_at]))
})

test('what can be done with a paid withdrawal is neither to approve nor to refuse it', async () => {
  const userId = await memberWith(500_00n)
  const id = await requestAmount(userId, '100')
  await approveWithdrawal(id)
  await payWithdrawal(id, 'UTR7654321')
  const { next, namesNext } = await describeWithdrawal(id, { uncovers: false } as never)
  expect([namesNext, next!.map(({ operation }) => operation)]).toEqual([
    true,
    ['withdrawals returned', 'withdrawals correct-utr'],
  ])
})
