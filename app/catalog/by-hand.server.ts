import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { flashSales } from '~/db/schema/editorial'
import { done, refused } from '~/outcome'
import { pickCampaign } from './pick-campaign.server'

/** Hides an offer permanently: imports do not show it again. */
export async function hideCampaign(which: string, reason: string) {
  const campaign = await pickCampaign(which)
  if (!campaign) return refused('no-campaign')
  await db
    .update(campaigns)
    .set({ hidden_at: sql`coalesce(${campaigns.hidden_at}, now())`, hidden_reason: `operator: ${reason}` })
    .where(eq(campaigns.id, campaign.id))
  return done({ campaign })
}

export async function unhideCampaign(which: string) {
  const campaign = await pickCampaign(which)
  if (!campaign) return refused('no-campaign')
  await db
    .update(campaigns)
    .set({ hidden_at: null, hidden_reason: null })
    .where(eq(campaigns.id, campaign.id))
  return done({ campaign })
}

/** 0 = Sunday, or a date in India such as '2026-11-30'. */
export type SaleDay = { weekday: number } | { on_date: string }

/** Replaces the sale of that day; null removes it (docs/rules.md#13). */
export async function setFlashSale(day: SaleDay, which: string | null) {
  return db.transaction(async (tx) => {
    const campaign = which === null ? null : await pickCampaign(which, tx)
    if (which !== null && !campaign) return refused('no-campaign')
    const before =
      'weekday' in day ? eq(flashSales.weekday, day.weekday) : eq(flashSales.on_date, day.on_date)
    await tx.delete(flashSales).where(before)
    if (campaign) await tx.insert(flashSales).values({ ...day, campaign_id: campaign.id })
    return done({ campaign })
  })
}
