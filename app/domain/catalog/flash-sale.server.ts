import { and, desc, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { placeholders, prepared } from '~/platform/db/prepared.server'
import { plannedRates } from '~/platform/db/schema/catalogue'
import { midnightInIndia } from '~/platform/formats/dates'
import { isLive } from './offer-conditions.server'
import { selectCards, toCard, type OfferCard, type CardRow } from './cards.server'

export interface FlashSale extends OfferCard {
  /** Midnight in India: with the time left instead, the data would change each second. */
  endsAt: string
}

const SALE = placeholders('at')

/** Of a row of planned_rates: its own rate is in force, and ends with the day. Needs the values of toMoment(). */
export const IS_ON_SALE = sql`(planned_rates.sale_id IS NOT NULL AND planned_rates.state = 'applied'
  AND planned_rates.starts_at <= ${SALE.at}::timestamptz AND planned_rates.ends_at > ${SALE.at}::timestamptz)`

export const toMoment = (now: Date) => ({ at: now.toISOString() })

const selectSale = prepared(() =>
  selectCards()
    .innerJoin(plannedRates, sql`planned_rates.campaign_id = campaigns.id`)
    .where(and(isLive(), IS_ON_SALE))
    .orderBy(desc(plannedRates.id))
    .limit(1),
)

/** Only one whose own rate is in force (docs/rules.md#13). */
export async function findFlashSaleToday(now = new Date(), reader: Reader = db): Promise<FlashSale | null> {
  const [row] = await selectSale(reader, toMoment(now))
  return row ? toSale(row, now) : null
}

export function toSale(row: CardRow, now: Date): FlashSale {
  return { ...toCard(row), endsAt: midnightInIndia(now).toISOString() }
}

export const countSecondsLeft = (now: Date) =>
  Math.floor((midnightInIndia(now).getTime() - now.getTime()) / 1000)
