/** What the operator changes in the catalogue by hand: what is out of sight, and what is on sale on which day. */
import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { campaigns, flashSales } from '~/db/schema'
import { done, refused } from '~/outcome'
import { pickCampaign } from './pick-campaign.server'

/** Takes an offer off every page, with a reason for the operator's own list; no import brings it back. */
export async function hideCampaign(which: string, reason: string) {
  const campaign = await pickCampaign(which)
  if (!campaign) return refused('no-campaign')
  await db
    .update(campaigns)
    .set({ hidden_at: sql`coalesce(${campaigns.hidden_at}, now())`, hidden_reason: `operator: ${reason}` })
    .where(eq(campaigns.id, campaign.id))
  return done({ campaign })
}

/** Puts an offer back, whoever hid it. */
export async function unhideCampaign(which: string) {
  const campaign = await pickCampaign(which)
  if (!campaign) return refused('no-campaign')
  await db
    .update(campaigns)
    .set({ hidden_at: null, hidden_reason: null })
    .where(eq(campaigns.id, campaign.id))
  return done({ campaign })
}

/** 0 = Sunday; or one day in India, '2026-11-30'. */
export type SaleDay = { weekday: number } | { on_date: string }

/** Puts an offer on sale for a day, in the place of the one before; null takes the day's sale away (docs/rules.md#13). */
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
