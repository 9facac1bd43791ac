import { eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import type { Paise } from '~/platform/formats/money'
import { computeCashback } from './rate'

/** The cashback of an order of this value at the rate and cap of the claim's visit; null: there is no such visit. */
export async function computePromisedCashback(claimId: number, amount: Paise): Promise<Paise | null> {
  const [click] = await db
    .select({
      payout_hundredths: clicks.payout_hundredths,
      payout_model: clicks.payout_model,
      currency: clicks.currency,
      cap_paise: clicks.cap_paise,
    })
    .from(claims)
    .innerJoin(clicks, eq(clicks.id, claims.click_id))
    .where(eq(claims.id, claimId))
  return click ? computeCashback(click, amount) : null
}
