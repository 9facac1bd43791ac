import { and, desc, eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { clicks } from '~/db/schema/sales'
import { formatTime } from '~/formats/dates'
import { creditOf, formatPayout } from '~/formats/money'

/** A member's visit of the last 24 hours through an offer. */
export interface LastVisit {
  /** '5:15 am' in India. */
  time: string
  /** The rate that the click locked: '7.00%'; null where it credits nothing. */
  rate: string | null
}

export async function findLastVisit(
  userId: number | undefined,
  campaignId: number | undefined,
): Promise<LastVisit | null> {
  if (userId === undefined || campaignId === undefined) return null
  const [click] = await db
    .select({
      at: clicks.created_at,
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
    })
    .from(clicks)
    .where(
      and(
        eq(clicks.user_id, userId),
        eq(clicks.campaign_id, campaignId),
        sql`${clicks.created_at} > now() - interval '1 day'`,
      ),
    )
    .orderBy(desc(clicks.created_at))
    .limit(1)
  if (!click) return null
  const time = formatTime(click.at).split(', ')[1]!
  return { time, rate: creditOf(click) === 'cashback' ? formatPayout(click) : null }
}
