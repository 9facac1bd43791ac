import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { flashSales } from '~/db/schema/editorial'
import { midnightInIndia } from '~/formats/dates'
import { done, refused } from '~/outcome'
import { getOfferState, type OfferState } from './offer-state'
import { findAnyCampaign, type PickedCampaign } from './find-campaign.server'

export async function hideCampaign(which: string, reason: string) {
  const campaign = await findAnyCampaign(which)
  if (!campaign) return refused('no-campaign')
  await db
    .update(campaigns)
    .set({ hidden_at: sql`coalesce(${campaigns.hidden_at}, now())`, hidden_reason: `operator: ${reason}` })
    .where(eq(campaigns.id, campaign.id))
  return done({ campaign })
}

export async function unhideCampaign(which: string) {
  const campaign = await findAnyCampaign(which)
  if (!campaign) return refused('no-campaign')
  await db
    .update(campaigns)
    .set({ hidden_at: null, hidden_reason: null })
    .where(eq(campaigns.id, campaign.id))
  return done({ campaign })
}

/** 0 = Sunday, or a date in India such as '2026-11-30'. */
export type SaleDay = { weekday: number } | { on_date: string }

function getStateOn(day: SaleDay, campaign: PickedCampaign): OfferState {
  if ('on_date' in day) {
    const start = new Date(`${day.on_date}T00:00:00+05:30`)
    return getOfferState(campaign, start, new Date(midnightInIndia(start).getTime() - 1))
  }
  const state = getOfferState(campaign)
  return state === 'to come' ? 'live' : state
}

/** Replaces the sale of that day; null removes it (docs/rules.md#13). An offer that cannot be shown is refused. */
export async function setFlashSale(day: SaleDay, which: string | null) {
  return db.transaction(async (tx) => {
    const campaign = which === null ? null : await findAnyCampaign(which, tx)
    if (which !== null && !campaign) return refused('no-campaign')
    if (campaign && getStateOn(day, campaign) !== 'live')
      return refused('not-shown', { campaign, state: getStateOn(day, campaign) })
    const before =
      'weekday' in day ? eq(flashSales.weekday, day.weekday) : eq(flashSales.on_date, day.on_date)
    await tx.delete(flashSales).where(before)
    if (campaign) await tx.insert(flashSales).values({ ...day, campaign_id: campaign.id })
    return done({ campaign })
  })
}
