/** Helpers for tests of payouts by a provider. */
import { rewrite } from '../support/rewrite'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import { db } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { env } from '~/platform/config/env.server'
import { payoutOrders } from '~/platform/db/schema/payouts'
import type { PayoutMethod } from '~/domain/wallet/destinations'
import { saveBankDetails } from '~/domain/wallet/save-destination.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { newReference } from '~/domain/wallet/providers'
import { listConflicts, resolveConflict } from '~/domain/wallet/payout-conflicts.server'
import { receiveWebhook } from '~/domain/wallet/payout-webhooks.server'
import { workPayouts } from '~/domain/wallet/payout-worker.server'
import type { Bank } from '../support/payout-providers'
import { earn, member, memberWith, sendRequest } from './support'

/** Sets PAYOUT_PROVIDER in this process. */
export function payBy(provider: 'manual' | Bank['name']): void {
  env().PAYOUT_PROVIDER = provider
}

/** Every case pays by this bank; after it the books balance and no undocumented request was sent. */
export function payOnlyBy(bank: Bank): void {
  beforeEach(() => {
    payBy(bank.name)
    bank.refusals.length = 0
    bank.manners.length = 0
  })
  afterEach(async () => {
    expect(bank.refusals).toEqual([])
    expect(await findDefects()).toEqual([])
  })
}

/** Requests a withdrawal and returns its id. */
export async function requestAmount(userId: number, amount: string, method?: PayoutMethod): Promise<number> {
  const answer = await sendRequest(userId, amount, method)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.withdrawal.id
}

/** A member with this balance, whose UPI ID was paid one rupee on an earlier day. */
export async function createMemberPaidBefore(amount: bigint): Promise<number> {
  const userId = await memberWith(amount + 1_00n)
  const id = await requestAmount(userId, '1')
  const taken = await approveWithdrawal(id)
  const paid = await payWithdrawal(id, `BEFORE${id}`)
  if (!taken.ok || !paid.ok) throw new Error('the first withdrawal was not paid')
  await rewrite(
    sql`UPDATE withdrawals SET created_at = created_at - interval '2 days' WHERE id = ${id}`,
    sql`UPDATE withdrawal_steps SET created_at = created_at - interval '2 days' WHERE withdrawal_id = ${id}`,
  )
  return userId
}

/** An approved withdrawal of a member with Rs. 1,000. */
export async function makeApprovedWithdrawal(amount = '250', method: PayoutMethod = 'upi') {
  const userId = method === 'bank' ? await member() : await memberWith(1_000_00n)
  if (method === 'bank') {
    await earn(userId, 1_000_00n)
    await saveBankDetails(userId, {
      acc_number: `000123${userId}`,
      acc_holder_name: 'Asha ऋ Rao',
      ifsc_code: 'HDFC0001234',
      bank_name: '',
    })
  }
  const id = await requestAmount(userId, amount, method)
  const answer = await approveWithdrawal(id)
  if (!answer.ok) throw new Error(answer.reason)
  return { userId, id, reference: await findReference(id) }
}

export const findWithdrawal = async (id: number) =>
  (await db.select().from(withdrawals).where(eq(withdrawals.id, id)))[0]!
/** The reference at the provider that an order of this withdrawal has, or would have. */
export const findReference = async (id: number) =>
  (await findOrder(id))?.reference ?? newReference(await findWithdrawal(id))
export const findOrder = async (id: number) =>
  (await db.select().from(payoutOrders).where(eq(payoutOrders.withdrawal_id, id)))[0]!

/** Ends the pause and any lease of the order. */
export const makeDue = (id: number) =>
  db.execute(
    sql`UPDATE payout_orders SET next_attempt_at = now(), leased_until = NULL WHERE withdrawal_id = ${id}`,
  )

/** Makes the withdrawal due and runs the worker once. */
export async function work(id: number): Promise<void> {
  await makeDue(id)
  await workPayouts()
}

/** Delivers the bank's current webhook to our code and returns the result. */
export function deliverWebhook(bank: Bank, reference: string) {
  const { headers, body } = bank.webhook(reference)
  return receiveWebhook(bank.name, new Headers(headers), body)
}

/** Expects these open conflicts of a withdrawal and resolves them. */
export async function expectConflicts(id: number, reasons: string[]): Promise<void> {
  const open = await listConflicts({ state: 'open', withdrawalId: id }, { limit: 10 })
  expect(open.map(({ reason }) => reason)).toEqual(reasons)
  for (const conflict of open) await resolveConflict(conflict.id, 'Seen')
}

/** Approvals take 100 ms each, so that something can happen between two of them. Returns what ends that. */
export async function slowApprovals(): Promise<() => Promise<void>> {
  await db.execute(
    sql`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$`,
  )
  await db.execute(
    sql`CREATE TRIGGER slow BEFORE INSERT ON withdrawal_steps FOR EACH ROW EXECUTE FUNCTION slow()`,
  )
  return async () => {
    await db.execute(sql`DROP TRIGGER slow ON withdrawal_steps`)
    await db.execute(sql`DROP FUNCTION slow`)
  }
}
