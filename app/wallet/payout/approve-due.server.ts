/** PAYOUT_APPROVAL=auto: what waits for nobody goes into work by itself. */
import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { env } from '~/env.server'
import { approveWithdrawal } from '../payouts.server'

const AT_ONCE = 100

/**
 * Requested withdrawals that may be paid unasked, oldest first: their owner is not on hold, and was paid before or has
 * asked for no more than PAYOUT_REVIEW_ABOVE in all.
 */
export async function listFree(reader: Reader = db): Promise<number[]> {
  const rows = await reader.execute<{ id: string }>(sql`
    SELECT w.id FROM withdrawals w JOIN users u ON u.id = w.user_id
     WHERE w.status = 'requested' AND coalesce(u.payout_hold_until, now()) <= now()
       AND (EXISTS (SELECT 1 FROM withdrawals p WHERE p.user_id = w.user_id AND p.status = 'paid')
            OR (SELECT sum(a.amount_paise) FROM withdrawals a
                 WHERE a.user_id = w.user_id AND a.status IN ('requested', 'processing', 'unknown'))
               <= ${env().PAYOUT_REVIEW_ABOVE.toString()}::bigint)
     ORDER BY w.id LIMIT ${AT_ONCE}`)
  return rows.map(({ id }) => Number(id))
}

/** Approves them; gives how many. With PAYOUT_APPROVAL=manual it does nothing. */
export async function approveDue(stopping: () => boolean = () => false): Promise<number> {
  if (env().PAYOUT_APPROVAL !== 'auto') return 0
  let approved = 0
  for (const id of await listFree()) {
    if (stopping()) break
    // Its owner may call it off in between.
    if ((await approveWithdrawal(id)).ok) approved++
  }
  return approved
}
