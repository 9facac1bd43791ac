import { and, eq, sql, type SQL } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { deliveries } from '~/db/schema/deliveries'
import type { LeasedDelivery } from './lease.server'

type End = 'sent' | 'refused' | 'cancelled' | 'expired'

/** SQL: SET of an UPDATE. Erases the content, which may hold a secret, and an address that belongs to no account. */
export const setEnded = (state: End, answer: string): SQL =>
  sql`state = ${state}, answer = ${answer}, content = NULL, leased_until = NULL, ended_at = now(),
      address = CASE WHEN user_id IS NOT NULL THEN address END`

/** Also ends the delivery of a worker that lost its lease, because the message was sent. */
export async function endDelivery({ id }: LeasedDelivery, state: End, answer: string): Promise<void> {
  await db.execute(
    sql`UPDATE deliveries SET ${setEnded(state, answer)} WHERE id = ${id} AND state = 'waiting'`,
  )
}

/** Cancels waiting messages of newsletters. `which` is an SQL condition. */
export async function cancelNewsletters(tx: Tx, which: SQL): Promise<void> {
  await tx.execute(
    sql`UPDATE deliveries SET ${setEnded('cancelled', 'left')} WHERE state = 'waiting' AND topic = 'newsletter' AND ${which}`,
  )
}

/** Does nothing if another worker has leased the row. */
export async function postpone(
  { id, attempts }: LeasedDelivery,
  next: { seconds: number; answer: string },
): Promise<void> {
  await db
    .update(deliveries)
    .set({
      answer: next.answer,
      leased_until: null,
      next_attempt_at: sql`now() + make_interval(secs => ${next.seconds})`,
    })
    .where(and(eq(deliveries.id, id), eq(deliveries.state, 'waiting'), eq(deliveries.attempts, attempts)))
}
