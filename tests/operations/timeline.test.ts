import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { signalMembers, signals } from '~/platform/db/schema/fraud'
import { describeWithdrawal } from '~/desk/withdrawals/describe'
import { describeTimeline } from '~/desk/user-look/timeline'
import { listWithdrawalSteps, listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { requestAmount } from '../wallet/payout-support'
import { memberWith } from '../wallet/support'

test('each step of a withdrawal is in the timeline at its own time', async () => {
  const userId = await memberWith(500_00n)
  const id = await requestAmount(userId, '100')
  await approveWithdrawal(id)
  await payWithdrawal(id, 'UTR1234567')
  const steps = await listWithdrawalSteps(id)
  const withdrawals = await listWithdrawals({ userId })
  const { rows } = await describeTimeline(userId, { withdrawals, adjustments: [], notes: [] })
  const events = (rows as readonly { what: string; state: string; at: Date }[])
    .filter(({ what }) => what === `withdrawal ${id}`)
    .map(({ state, at }) => [state, at])
  expect(events.map(([state]) => state)).toEqual(['paid', 'processing', 'requested'])
  expect(events).toEqual(steps.toReversed().map(({ status, created_at }) => [status, created_at]))
})

test('a decided signal is in the timeline when it was raised and when it was decided', async () => {
  const member = await memberWith(0n)
  const raised = new Date('2026-03-01T10:00:00Z')
  const upheld = new Date('2026-03-04T11:00:00Z')
  const [row] = await db
    .insert(signals)
    .values({
      kind: 'same-destination',
      facts: `decided ${member}`,
      raised_at: raised,
      upheld_at: upheld,
      upheld_reason: 'One person',
    })
    .returning({ id: signals.id })
  await db.insert(signalMembers).values({ signal_id: row!.id, user_id: member })
  const { rows } = await describeTimeline(member, { withdrawals: [], adjustments: [], notes: [] })
  const about = (rows as readonly { what: string }[]).filter(({ what }) => what === `signal ${row!.id}`)
  expect(about).toMatchObject([
    { what: `signal ${row!.id}`, state: 'upheld', at: upheld },
    { what: `signal ${row!.id}`, state: 'open', at: raised },
  ])
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
