import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { deliveries } from '~/db/schema/deliveries'
import type { Leased } from './lease.server'

type End = 'sent' | 'refused' | 'cancelled' | 'expired'

/** Also by a worker that lost its lease: what was sent is sent. The content may hold a secret and is erased. */
export async function endDelivery({ id }: Leased, state: End, answer: string): Promise<void> {
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

/** Does nothing if another worker has the row. */
export async function postpone(
  { id, attempts }: Leased,
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
