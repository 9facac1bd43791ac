import { eq, or, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { readId } from '~/platform/formats/ids'
import type { OfferDates } from './offer-state'

export interface CampaignSummary extends OfferDates {
  id: number
  title: string
  hidden_reason: string | null
}

export async function findAnyCampaign(which: string, reader: Reader = db): Promise<CampaignSummary | null> {
  const slug = which.toLowerCase()
  const number = readId(which)
  const { id, title, hidden_at, hidden_reason, starts_at, ends_at } = campaigns
  const [found] = await reader
    .select({ id, title, hidden_at, hidden_reason, starts_at, ends_at })
    .from(campaigns)
    .where(or(eq(campaigns.slug, slug), number === null ? undefined : eq(campaigns.id, number)))
    .orderBy(sql`${campaigns.slug} = ${slug} DESC`)
    .limit(1)
  return found ?? null
}
