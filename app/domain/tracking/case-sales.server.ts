import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import type { Paise } from '~/platform/formats/money'
import type { Conversion } from './conversion'
import { writeVisitNumber } from './visit-number'
import type { Claim } from './claim'

export interface CaseSale extends Conversion {
  visit: string
  visitedAt: Date
  isOfVisit: boolean
}

const NEAR_DAYS = 7
const MOST_SALES = 50

/**
 * Sales that may be the claimed order: those of its visit, then the member's others at the store, of visits within a week of this
 * one or with an amount within a tenth of the order's. Empty for a claim about no visit.
 */
export async function listCaseSales(
  reader: Reader,
  { click_id, user_id, brand_id }: Pick<Claim, 'click_id' | 'user_id' | 'brand_id'>,
  amount: Paise | null,
): Promise<CaseSale[]> {
  if (click_id === null) return []
  const isOfVisit = eq(conversions.click_id, click_id)
  const visitedAt = sql`(SELECT k.created_at FROM clicks k WHERE k.id = ${click_id})`
  const rows = await reader
    .select({ sale: conversions, seq: clicks.seq, visitedAt: clicks.created_at })
    .from(conversions)
    .innerJoin(clicks, eq(clicks.id, conversions.click_id))
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .where(
      or(
        isOfVisit,
        and(
          eq(conversions.user_id, user_id),
          eq(campaigns.brand_id, brand_id!),
          or(
            sql`${clicks.created_at} BETWEEN ${visitedAt} - make_interval(days => ${NEAR_DAYS}) AND ${visitedAt} + make_interval(days => ${NEAR_DAYS})`,
            amount === null
              ? undefined
              : sql`abs(${conversions.sale_paise} - ${amount}::bigint) * 10 <= ${amount}::bigint`,
          ),
        ),
      ),
    )
    .orderBy(desc(isOfVisit), desc(conversions.id))
    .limit(MOST_SALES)
  return rows.map(({ sale, seq, visitedAt }) => ({
    ...sale,
    visit: writeVisitNumber(seq),
    visitedAt,
    isOfVisit: sale.click_id === click_id,
  }))
}
