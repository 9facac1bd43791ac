import { asc, eq, sql } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { flashSales } from '~/platform/db/schema/editorial'
import { midnightInIndia } from '~/platform/formats/dates'
import { formatPayout } from '~/platform/formats/money'
import { done, refused } from '~/platform/outcome'
import { lockCatalogue } from './catalogue-lock.server'
import { DRAFT, getOfferState, type OfferState } from './offers'
import { findAnyOffer, type OfferSummary } from './offers.server'
import { judgeSale, settleSale } from './planned-rates.server'
import type { SetRate } from './rates'
import { computePayout, rateColumns } from './rates.server'
import { listReturnDoubts, planPayout, readLastingPayout, type RateTarget } from './set-rates.server'

const HIDDEN_BY = 'operator: '

/** The reason as it was typed; null: a feed's. */
export const readTypedReason = (hidden_reason: string): string | null =>
  hidden_reason === DRAFT
    ? DRAFT
    : hidden_reason.startsWith(HIDDEN_BY)
      ? hidden_reason.slice(HIDDEN_BY.length)
      : null

/** For the reason 'draft', it is one. */
export async function hideOffer(which: string, reason: string, within: Reader = db) {
  const offer = await findAnyOffer(which, within)
  if (!offer) return refused('no-offer')
  const hidden_reason = reason === DRAFT ? DRAFT : HIDDEN_BY + reason
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

export interface SaleRate {
  payout: SetRate
  by: string
  /** As of planRate(). */
  mayDoubt?: boolean
}

/** Doubts of the guard about the rate of a sale, and about what returns after it, which a second person has to agree to; none of an offer that is not there. */
export async function listSaleDoubts(reader: Reader, which: string, payout: SetRate): Promise<string[]> {
  const offer = await findAnyOffer(which, reader)
  return offer ? (await judgeSaleRate(reader, offer.id, payout)).doubts : []
}

async function judgeSaleRate(reader: Reader, id: number, payout: SetRate) {
  const target: RateTarget = { kind: 'offer', id }
  const ordinary = await readLastingPayout(reader, target)
  const plan = await planPayout(reader, target, payout, ordinary)
  const after = await listReturnDoubts(reader, target, ordinary)
  // What was paid until the sale is remembered by its end.
  return { plan, doubts: [...plan.doubts, ...after.filter((doubt) => !doubt.startsWith('more-than-double'))] }
}

/**
 * Replaces the day's sale; null removes it (docs/rules.md#13). Today's begins or ends at once. `before`: the day's earlier one; `steps`: what it
 * did to the rates of now.
 */
export const setFlashSale = (
  day: SaleDay,
  sale: (SaleRate & { which: string }) | null,
  within?: Tx,
  at = new Date(),
) =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const offer = sale && (await findAnyOffer(sale.which, tx))
    if (sale && !offer) return refused('no-offer')
    if (offer && getStateOn(day, offer) !== 'live')
      return refused('not-shown', { offer, state: getStateOn(day, offer) })
    if (sale && offer) {
      const judged = await judgeSale(tx, offer.id, sale.payout, at)
      if (!judged.isAboveMedian || !judged.isAboveOrdinary)
        return refused('not-above', { medians: judged.medians })
    }
    const rate = sale && offer && (await judgeSaleRate(tx, offer.id, sale.payout))
    if (sale?.mayDoubt === false && rate?.doubts.length) return refused('doubted')
    const [before] = await tx
      .delete(flashSales)
      .where('weekday' in day ? eq(flashSales.weekday, day.weekday) : eq(flashSales.on_date, day.on_date))
      .returning()
    if (sale && offer)
      await tx.insert(flashSales).values({
        ...day,
        campaign_id: offer.id,
        payout_hundredths: sale.payout.hundredths,
        payout_model: sale.payout.model,
        agreed: rate!.doubts,
        made_by: sale.by,
      })
    return done({ offer, rate, before: before ?? null, steps: await settleSale(tx, at) })
  }, within)

export type FlashSaleRow = Awaited<ReturnType<typeof listFlashSales>>[number]

export async function listFlashSales() {
  const rows = await db
    .select({
      weekday: flashSales.weekday,
      on_date: flashSales.on_date,
      campaign_id: flashSales.campaign_id,
      sale_hundredths: flashSales.payout_hundredths,
      sale_model: flashSales.payout_model,
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
  return rows.map((row) => ({ ...row, pays: formatPayout(computePayout(row)) }))
}
