import { sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { lockFacts, raiseSignal } from './signals.server'

/** Call it when a destination is saved. Raises a signal if other members have saved it or withdrew to it. */
export async function watchDestination(tx: Tx, userId: number, blindIndex: string): Promise<void> {
  const of = { kind: 'same-destination', facts: blindIndex } as const
  await lockFacts(tx, of)
  const others = await tx.execute<{ user_id: string }>(sql`
    SELECT user_id FROM bank_details WHERE blind_index = ${blindIndex} AND user_id <> ${userId}
     UNION SELECT user_id FROM upi_details WHERE blind_index = ${blindIndex} AND user_id <> ${userId}
     UNION SELECT user_id FROM withdrawals WHERE destination_index = ${blindIndex} AND user_id <> ${userId}
     ORDER BY user_id LIMIT 100`)
  if (!others.length) return
  await raiseSignal(tx, { ...of, members: [...others.map(({ user_id }) => Number(user_id)), userId] })
}
