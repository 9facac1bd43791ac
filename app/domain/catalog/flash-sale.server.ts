import { and, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { placeholders, prepared } from '~/platform/db/prepared.server'
import { flashSales } from '~/platform/db/schema/editorial'
import { dayInIndia, midnightInIndia } from '~/platform/formats/dates'
import { isLive } from './offer-conditions.server'
import { selectCards, toCard, type OfferCard, type CardRow } from './cards.server'

export interface FlashSale extends OfferCard {
  /** Midnight in India: with the time left instead, the data would change each second. */
  endsAt: string
}

const DAY = placeholders('date', 'weekday')

/** Of a row of flash_sales; needs the values of dayInIndia(). */
export const IS_TODAY = sql`(flash_sales.on_date = ${DAY.date}::date OR flash_sales.weekday = ${DAY.weekday}::int)`

const selectSale = prepared(() =>
  selectCards()
    .innerJoin(flashSales, sql`flash_sales.campaign_id = campaigns.id`)
    .where(and(isLive(), IS_TODAY))
    .orderBy(sql`flash_sales.on_date IS NULL`)
    .limit(1),
)

/** A date takes precedence over a weekday (docs/rules.md#13). */
export async function findFlashSaleToday(now = new Date()): Promise<FlashSale | null> {
  const [row] = await selectSale(db, dayInIndia(now))
  return row ? toSale(row, now) : null
}

export function toSale(row: CardRow, now: Date): FlashSale {
  return { ...toCard(row), endsAt: midnightInIndia(now).toISOString() }
}

export const countSecondsLeft = (now: Date) =>
  Math.floor((midnightInIndia(now).getTime() - now.getTime()) / 1000)
