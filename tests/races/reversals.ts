// Races of reversals with approvals, cancellations and requests of withdrawals, in this process.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { findDefects } from '~/domain/books/audit.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { cancelWithdrawal, requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import { readWithdrawalAmount } from '~/domain/wallet/withdrawals'
import { requestAmount, findWithdrawal } from '../wallet/payout-support'
import { click, member } from '../wallet/support'

/** One round: a sale that gave the member Rs. 50 and the referrer Rs. 10, and its reversal. */
type ReversalRace = (sale: Sale) => Promise<void>

interface Sale {
  shopper: number
  friend: number
  reverse: () => Promise<unknown>
}

async function sell(): Promise<Sale> {
  const friend = await member()
  const shopper = await member(friend)
  for (const id of [friend, shopper]) await saveUpiDetails(id, { upi: `member${id}@okbank` })
  const facts = { p1: await click(shopper), conversion_id: randomUUID(), sale_amount: '1000', payout: '80' }
  const report = (status: string) =>
    receivePostback({ network: 'trackier', method: 'GET', raw: { ...facts, status } }, (error) => {
      throw error
    })
  await report('approved')
  return { friend, shopper, reverse: () => report('rejected') }
}

const nothing = { available: 0n, pending: 0n, onItsWay: 0n, debt: 0n }

const approved: ReversalRace = async ({ shopper, friend, reverse }) => {
  const [own, shared] = [await requestAmount(shopper, '50'), await requestAmount(friend, '10')]
  const [ownTaken, , sharedTaken] = await Promise.all([
    approveWithdrawal(own),
    reverse(),
    approveWithdrawal(shared),
  ])
  const ends = async (id: number, owner: number, { ok }: { ok: boolean }, amount: bigint) => {
    assert.equal((await findWithdrawal(id)).status, ok ? 'processing' : 'cancelled')
    assert.deepEqual(await readWallet(owner), ok ? { ...nothing, onItsWay: amount, debt: amount } : nothing)
  }
  await ends(own, shopper, ownTaken, 50_00n)
  await ends(shared, friend, sharedTaken, 10_00n)
}

const cancelled: ReversalRace = async ({ shopper, friend, reverse }) => {
  const [own, shared] = [await requestAmount(shopper, '50'), await requestAmount(friend, '10')]
  await Promise.all([cancelWithdrawal(friend, shared), reverse(), cancelWithdrawal(shopper, own)])
  for (const id of [own, shared])
    assert.deepEqual(
      (await listWithdrawalSteps(id)).map(({ status }) => status),
      ['requested', 'cancelled'],
    )
  assert.deepEqual([await readWallet(shopper), await readWallet(friend)], [nothing, nothing])
}

const asked: ReversalRace = async ({ shopper, friend, reverse }) => {
  const asks = (owner: number, amount: string) =>
    requestWithdrawal(owner, {
      amount: readWithdrawalAmount(amount),
      method: 'upi',
      request_key: randomUUID(),
    })
  const [own, , shared] = await Promise.all([asks(shopper, '50'), reverse(), asks(friend, '10')])
  for (const answer of [own, shared])
    if (answer.ok) assert.equal((await findWithdrawal(answer.withdrawal.id)).status, 'cancelled')
    else assert.equal(answer.reason, 'empty-wallet')
  assert.deepEqual([await readWallet(shopper), await readWallet(friend)], [nothing, nothing])
}

export const REVERSAL_RACES: Record<string, ReversalRace> = {
  'a reversal during approval: the withdrawal is cancelled, or paid and owed': approved,
  'a reversal during cancellation: the money returns once, and there is no debt': cancelled,
  'a reversal during a withdrawal request: no money leaves': asked,
}

/** Ends with an audit and a check that there were no deadlocks. */
export async function proveReversalRace(
  race: ReversalRace,
  rounds: number,
  progress?: (done: number) => void,
): Promise<void> {
  const before = await countDeadlocks()
  for (let done = 1; done <= rounds; done++) {
    await race(await sell())
    progress?.(done)
  }
  assert.equal(await countDeadlocks(), before)
  assert.deepEqual(await findDefects(), [])
}

/** Transactions are retried silently after a deadlock, so only PostgreSQL's counter shows it. */
async function countDeadlocks(): Promise<number> {
  const [row] = await db.execute<{ deadlocks: number }>(
    sql`SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
  )
  return row!.deadlocks
}
