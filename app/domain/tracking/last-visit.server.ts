import { and, desc, eq, sql } from 'drizzle-orm'
import { selectCampaignId } from '~/domain/catalog/campaign-conditions.server'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { formatTime } from '~/platform/formats/dates'
import { classifyCredit, formatPayout, type Payout } from '~/platform/formats/money'
import { writeVisitNumber } from './visit-number'

export interface LastVisit {
  /** '21 Nov 2026, 5:15 am' in India. */
  time: string
  rate: string | null
  number: string
}

export const toLastVisit = ({ seq, at }: { seq: number; at: Date }, payout: Payout): LastVisit => ({
  time: formatTime(at),
  rate: classifyCredit(payout) === 'cashback' ? formatPayout(payout) : null,
  number: writeVisitNumber(seq),
})

/** Looks back 24 hours, for the offer named in a URL. Does not wait for the lookup of that offer. */
export async function findLastVisit(userId: number | undefined, name: string): Promise<LastVisit | null> {
  if (userId === undefined) return null
  const [click] = await db
    .select({
      seq: clicks.seq,
      at: clicks.created_at,
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
    })
    .from(clicks)
    .where(
      and(
        eq(clicks.user_id, userId),
        eq(clicks.campaign_id, selectCampaignId(name)),
        sql`${clicks.created_at} > now() - interval '1 day'`,
      ),
    )
    .orderBy(desc(clicks.created_at))
    .limit(1)
  return click ? toLastVisit(click, click) : null
}
