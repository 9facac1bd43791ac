import { asc, eq, sql } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { flashSales } from '~/platform/db/schema/editorial'
import { midnightInIndia } from '~/platform/formats/dates'
import { formatPayout } from '~/platform/formats/money'
import { done, refused } from '~/platform/outcome'
import { getOfferState, type OfferState } from './offers'
import { findAnyOffer, type OfferSummary } from './offers.server'
import { computePayout, rateColumns } from './rates.server'

export async function hideOffer(which: string, reason: string, within: Reader = db) {
  const offer = await findAnyOffer(which, within)
  if (!offer) return refused('no-offer')
  const hidden_reason = `operator: ${reason}`
  await within
    .update(campaigns)
    .set({ hidden_at: sql`coalesce(${campaigns.hidden_at}, now())`, hidden_reason })
    .where(eq(campaigns.id, offer.id))
  return done({ offer, hidden_reason })
}

export async function unhideOffer(which: string, within: Reader = db) {
  const offer = await findAnyOffer(which, within)
  if (!offer) return refused('no-offer')
  await within
    .update(campaigns)
    .set({ hidden_at: null, hidden_reason: null })
    .where(eq(campaigns.id, offer.id))
  return done({ offer })
}

/** `weekday` 0 is Sunday; `on_date` is a date in India. */
export type SaleDay = { weekday: number } | { on_date: string }

function getStateOn(day: SaleDay, offer: OfferSummary): OfferState {
  if ('on_date' in day) {
    const start = new Date(`${day.on_date}T00:00:00+05:30`)
    return getOfferState(offer, start, new Date(midnightInIndia(start).getTime() - 1))
  }
  const state = getOfferState(offer)
  return state === 'to come' ? 'live' : state
}

/** Replaces the day's sale; null removes it (docs/rules.md#13). `before`: the id of the day's earlier offer. */
export const setFlashSale = (day: SaleDay, which: string | null, within?: Tx) =>
  inTransaction(async (tx) => {
    const offer = which === null ? null : await findAnyOffer(which, tx)
    if (which !== null && !offer) return refused('no-offer')
    if (offer && getStateOn(day, offer) !== 'live')
      return refused('not-shown', { offer, state: getStateOn(day, offer) })
    const [before] = await tx
      .delete(flashSales)
      .where('weekday' in day ? eq(flashSales.weekday, day.weekday) : eq(flashSales.on_date, day.on_date))
      .returning({ id: flashSales.campaign_id })
    if (offer) await tx.insert(flashSales).values({ ...day, campaign_id: offer.id })
    return done({ offer, before: before?.id ?? null })
  }, within)

export type FlashSaleRow = Awaited<ReturnType<typeof listFlashSales>>[number]

export async function listFlashSales() {
  const rows = await db
    .select({
      weekday: flashSales.weekday,
      on_date: flashSales.on_date,
      campaign_id: flashSales.campaign_id,
      title: campaigns.title,
      starts_at: campaigns.starts_at,
      ends_at: campaigns.ends_at,
      hidden_at: campaigns.hidden_at,
      ...rateColumns,
    })
    .from(flashSales)
    .innerJoin(campaigns, eq(campaigns.id, flashSales.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .orderBy(asc(flashSales.weekday), asc(flashSales.on_date))
  return rows.map((row) => ({ ...row, payout: formatPayout(computePayout(row)) }))
}
