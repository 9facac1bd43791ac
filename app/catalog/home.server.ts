/** What the home page shows of the catalogue. */
import { and, asc, isNotNull, or, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { campaigns, flashSales, testimonials } from '~/db/schema'
import { dayInIndia, midnightInIndia } from '~/dates'
import { byRank, selectCards, toCard, type CampaignCard } from './cards.server'
import { isLive } from './live.server'

/** The ten live campaigns that were clicked most. */
export async function listPopularDeals(limit = 10): Promise<CampaignCard[]> {
  const rows = await selectCards()
    .where(isLive())
    .orderBy(...byRank)
    .limit(limit)
  return rows.map(toCard)
}

/** The six with a code that were clicked most. */
export async function listTopCoupons(limit = 6): Promise<CampaignCard[]> {
  const rows = await selectCards()
    .where(and(isLive(), isNotNull(campaigns.code)))
    .orderBy(...byRank)
    .limit(limit)
  return rows.map(toCard)
}

export interface FlashSale extends CampaignCard {
  /** ISO instant of the midnight in India that ends it. */
  endsAt: string
  /** Of the day that has passed, 0 to 100. */
  elapsed: number
  /** Hours, minutes and seconds to that midnight: '05:04:03'. */
  left: string
}

/** The campaign on sale today in India: its day's own, else its weekday's (decisions.md 16); null: none. */
export async function findFlashSaleToday(now = new Date()): Promise<FlashSale | null> {
  const { date, weekday } = dayInIndia(now)
  const [row] = await selectCards()
    .innerJoin(flashSales, sql`flash_sales.campaign_id = campaigns.id`)
    .where(
      and(isLive(), or(sql`flash_sales.on_date = ${date}::date`, sql`flash_sales.weekday = ${weekday}::int`)),
    )
    .orderBy(sql`flash_sales.on_date IS NULL`)
    .limit(1)
  if (!row) return null
  const end = midnightInIndia(now)
  const seconds = Math.floor((end.getTime() - now.getTime()) / 1000)
  const elapsed = Math.round((1 - seconds / 86_400) * 100)
  return { ...toCard(row), endsAt: end.toISOString(), elapsed, left: clock(seconds) }
}

const clock = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')

/** In the operator's order. */
export function listTestimonials(): Promise<{ id: number; name: string; body: string }[]> {
  return db
    .select({ id: testimonials.id, name: testimonials.name, body: testimonials.body })
    .from(testimonials)
    .orderBy(asc(testimonials.position), asc(testimonials.id))
    .limit(6)
}
