import { and, eq, sql, ne, isNotNull } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { payoutOrders } from '~/platform/db/schema/payouts'
import { listUnsent } from './unsent.server'

/** A restored order may have been sent already: the worker queries the provider first, as after a crash. */
export async function requireStatusChecks(): Promise<{ open: number; settled: number; byHand: number }> {
  const { stage, provider_status } = payoutOrders
  const open = await db
    .update(payoutOrders)
    .set({
      stage: sql`CASE WHEN ${stage} = 'ready' THEN 'sending' ELSE ${stage} END`,
      leased_until: null,
      next_attempt_at: sql`now()`,
    })
    .where(ne(stage, 'done'))
    .returning({ id: payoutOrders.withdrawal_id })
  const settled = await db
    .update(payoutOrders)
    .set({ recheck_at: sql`now()` })
    .where(
      and(
        eq(stage, 'done'),
        isNotNull(provider_status),
        sql`${payoutOrders.updated_at} > now() - interval '30 days'`,
      ),
    )
    .returning({ id: payoutOrders.withdrawal_id })
  return { open: open.length, settled: settled.length, byHand: (await listUnsent()).length }
}
