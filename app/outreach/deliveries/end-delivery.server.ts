import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { deliveries } from '~/db/schema/deliveries'
import type { LeasedDelivery } from './lease.server'

type End = 'sent' | 'refused' | 'cancelled' | 'expired'

/** Also for a worker that lost its lease, because the message is sent. Erases the content, which may contain a secret. */
export async function endDelivery({ id }: LeasedDelivery, state: End, answer: string): Promise<void> {
  await db
    .update(deliveries)
    .set({
      state,
      answer,
      content: null,
      leased_until: null,
      ended_at: sql`now()`,
      address: sql`CASE WHEN ${deliveries.user_id} IS NOT NULL THEN ${deliveries.address} END`,
    })
    .where(and(eq(deliveries.id, id), eq(deliveries.state, 'waiting')))
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
