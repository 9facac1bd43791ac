/** Withdrawals on their way to a provider, for the tests of payouts. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '~/db/client.server'
import { payoutOrders, withdrawals } from '~/db/schema/withdrawals'
import { env } from '~/config/env.server'
import { saveBankDetails } from '~/wallet/details/payout-details.server'
import { approveWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { listConflicts, resolveConflict } from '~/wallet/payout/conflicts.server'
import { receiveWebhook } from '~/wallet/payout/webhooks.server'
import { workPayouts } from '~/wallet/payout/payout-worker.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import type { Bank } from '../support/payout-providers'
import { earn, member, memberWith } from './support'

/** Who pays what is approved from now on, in this process. */
export function payBy(provider: 'manual' | Bank['name']): void {
  env().PAYOUT_PROVIDER = provider
}

/** Asks for an amount; gives the withdrawal's number. */
export async function ask(userId: number, amount: string, method: 'upi' | 'bank' = 'upi'): Promise<number> {
  const answer = await requestWithdrawal(userId, { amount, method, request_key: randomUUID() })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.withdrawal.id
}

/** A member with so much to whose UPI ID we have paid one rupee more, on some day before. */
export async function memberPaidBefore(amount: bigint): Promise<number> {
  const userId = await memberWith(amount + 1_00n)
  const id = await ask(userId, '1')
  const taken = await approveWithdrawal(id)
  const paid = await payWithdrawal(id, `BEFORE${id}`)
  if (!taken.ok || !paid.ok) throw new Error('the first withdrawal was not paid')
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`UPDATE withdrawals SET created_at = created_at - interval '2 days' WHERE id = ${id}`)
    await tx.execute(
      sql`UPDATE withdrawal_steps SET created_at = created_at - interval '2 days' WHERE withdrawal_id = ${id}`,
    )
  })
  return userId
}

/** A member with Rs. 1,000 whose request is approved. */
export async function approved(amount = '250', method: 'upi' | 'bank' = 'upi') {
  const userId = method === 'bank' ? await member() : await memberWith(1_000_00n)
  if (method === 'bank') {
    await earn(userId, 1_000_00n)
    await saveBankDetails(userId, {
      acc_number: '000123456789',
      acc_holder_name: 'Asha ऋ Rao',
      ifsc_code: 'HDFC0001234',
      bank_name: '',
    })
  }
  const id = await ask(userId, amount, method)
  const answer = await approveWithdrawal(id)
  if (!answer.ok) throw new Error(answer.reason)
  return { userId, id, reference: `withdrawal-${id}` }
}

export const withdrawalOf = async (id: number) =>
  (await db.select().from(withdrawals).where(eq(withdrawals.id, id)))[0]!
export const orderOf = async (id: number) =>
  (await db.select().from(payoutOrders).where(eq(payoutOrders.withdrawal_id, id)))[0]!

/** As if the pause were over, and the worker before it had died long ago. */
export const makeDue = (id: number) =>
  db.execute(
    sql`UPDATE payout_orders SET next_attempt_at = now(), leased_until = NULL WHERE withdrawal_id = ${id}`,
  )

/** One look of the worker at everything, this withdrawal among it. */
export async function work(id: number): Promise<void> {
  await makeDue(id)
  await workPayouts()
}

/** Sends a webhook of the bank's to our code; gives what became of it. */
export function hear(bank: Bank, reference: string) {
  const { headers, body } = bank.webhook(reference)
  return receiveWebhook(bank.name, new Headers(headers), body)
}

/** The conflicts of a withdrawal are these, and the operator has looked into them. */
export async function lookInto(id: number, reasons: string[]): Promise<void> {
  const open = await listConflicts({ state: 'open', withdrawalId: id }, 10)
  expect(open.map(({ reason }) => reason)).toEqual(reasons)
  for (const conflict of open) await resolveConflict(conflict.id, 'Seen')
}
