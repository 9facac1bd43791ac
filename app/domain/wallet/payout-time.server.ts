import { sql } from 'drizzle-orm'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { db } from '~/platform/db/client.server'
import { errorFacts, log } from '~/platform/log.server'

/** Hours from request to payment, rounded up. */
export interface PayoutTime {
  usual: bigint
  most: bigint
}

const { usuallyPaid, usuallyPaidMost } = moneyMessages.withdrawal

export function formatPayoutTime({ usual, most }: PayoutTime): string {
  const values = { usual: formatHours(usual), most: formatHours(most) }
  return fill(values.usual === values.most ? usuallyPaid : usuallyPaidMost, values)
}

export const formatHours = (hours: bigint) => (hours <= 48n ? `${hours} h` : `${(hours + 23n) / 24n} days`)

const SAMPLE = 1000
const FEWEST = 30

const KNOWN_FOR = 60 * 60 * 1000
const TRIED_AGAIN_AFTER = 60 * 1000

type Row = { sample: number; usual: string | null; most: string | null }

/** Measures payouts of the last 90 days; null: they are too few. */
export async function measurePayoutTime(): Promise<PayoutTime | null> {
  const [row] = await db.execute<Row>(sql`
    WITH latest AS (SELECT id, created_at FROM withdrawals WHERE status = 'paid' ORDER BY id DESC LIMIT ${sql.raw(String(SAMPLE))})
    SELECT count(*)::int AS sample, percentile_disc(0.5) WITHIN GROUP (ORDER BY hours)::text AS usual,
           percentile_disc(0.9) WITHIN GROUP (ORDER BY hours)::text AS most
      FROM (SELECT greatest(1, ceil(extract(epoch FROM s.created_at - w.created_at) / 3600))::bigint AS hours
              FROM latest w CROSS JOIN LATERAL (
                   SELECT created_at FROM withdrawal_steps
                    WHERE withdrawal_id = w.id AND status = 'paid' ORDER BY id LIMIT 1) s
             WHERE s.created_at > now() - interval '90 days') paid`)
  const { sample, usual, most } = row!
  return sample < FEWEST ? null : { usual: BigInt(usual!), most: BigInt(most!) }
}

let known: { until: number; time: Promise<PayoutTime | null> } | undefined

/** At most an hour old; null also if it cannot be read. */
export function readPayoutTime(now = Date.now()): Promise<PayoutTime | null> {
  if (known && now < known.until) return known.time
  const time = measurePayoutTime().catch((error: unknown) => {
    log('error', 'the usual time of payouts was not read', errorFacts(error))
    if (known?.time === time) known.until = now + TRIED_AGAIN_AFTER
    return null
  })
  known = { until: now + KNOWN_FOR, time }
  return time
}
