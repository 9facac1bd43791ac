// Runs in the process of the bench, on the database of the environment.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { closeDatabase, db } from '~/platform/db/client.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { readWithdrawalAmount } from '~/domain/wallet/withdrawals'

/** One request of each member of the crowd. Returns their numbers. */
export async function requestEach(amount: string): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(
    sql`SELECT id::int FROM users WHERE username LIKE 'Crowd %' ORDER BY id`,
  )
  const ids: number[] = []
  for (const { id } of rows) {
    await saveUpiDetails(id, { upi: `crowd${id}@okbank` })
    const answer = await requestWithdrawal(id, {
      amount: readWithdrawalAmount(amount),
      method: 'upi',
      request_key: randomUUID(),
    })
    if (!answer.ok) throw new Error(`member ${id}: ${answer.reason}`)
    ids.push(answer.withdrawal.id)
  }
  return ids
}

export const close = closeDatabase
