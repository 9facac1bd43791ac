// Races of workers, webhooks and owners in this process, with a fake provider.
import assert from 'node:assert/strict'
import { findDefects } from '~/domain/books/audit.server'
import { sendDue } from '~/domain/wallet/payout-worker.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import type { Bank } from '../support/payout-providers'
import {
  requestAmount,
  deliverWebhook,
  makeDue,
  findOrder,
  findReference,
  findWithdrawal,
} from '../wallet/payout-support'
import { memberWith } from '../wallet/support'

/** One round, with a member who has a balance. */
type PayoutRace = (userId: number, bank: Bank) => Promise<void>

const cancelledOrApproved: PayoutRace = async (userId) => {
  const id = await requestAmount(userId, '1')
  const [cancelled, taken] = await Promise.all([cancelWithdrawal(userId, id), approveWithdrawal(id)])
  assert.equal([cancelled.ok, taken.ok].filter(Boolean).length, 1)
  const { status } = await findWithdrawal(id)
  assert.equal(status, cancelled.ok ? 'cancelled' : 'processing')
  assert.equal((await findOrder(id)) === undefined, cancelled.ok)
  await sendDue()
}

const sentOnce: PayoutRace = async (userId, bank) => {
  const id = await requestAmount(userId, '1')
  await approveWithdrawal(id)
  await Promise.all([sendDue(), sendDue()])
  assert.equal(bank.countSends(await findReference(id)), 1)
}

const appliedOnce: PayoutRace = async (userId, bank) => {
  const id = await requestAmount(userId, '1')
  await approveWithdrawal(id)
  await sendDue()
  const reference = await findReference(id)
  bank.settle(reference, 'paid')
  await makeDue(id)
  await Promise.all([sendDue(), deliverWebhook(bank, reference)])
  assert.equal((await findWithdrawal(id)).status, 'paid')
  assert.equal((await listWithdrawalSteps(id)).filter(({ status }) => status === 'paid').length, 1)
}

export const PAYOUT_RACES: Record<string, PayoutRace> = {
  'a withdrawal is cancelled and approved at once: one of the two happens': cancelledOrApproved,
  'two workers process one withdrawal: it is sent once': sentOnce,
  'a webhook and a worker report a payment at once: it is paid once': appliedOnce,
}

/** PAYOUT_PROVIDER must be the bank's. Ends with an audit. */
export async function provePayoutRace(
  race: PayoutRace,
  bank: Bank,
  rounds: number,
  progress?: (done: number) => void,
): Promise<void> {
  const userId = await memberWith(10_000_00n)
  for (let done = 1; done <= rounds; done++) {
    await race(userId, bank)
    // Keeps the searches of this list short.
    bank.calls.length = 0
    progress?.(done)
  }
  assert.deepEqual(await findDefects(), [])
}
