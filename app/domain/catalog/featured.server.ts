/** Offers that operators put in front under 'Featured' on home, and in no other list (docs/rules.md#70). */
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { brands, campaigns, WANTED } from '~/platform/db/schema/catalogue'
import { featuredOffers } from '~/platform/db/schema/editorial'
import { dayInIndia } from '~/platform/formats/dates'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { compare, type Edited } from './by-hand/read-fields.server'
import { findFlashSaleToday } from './flash-sale.server'
import { MOST_FEATURED } from './home'
import { PAGE_LANGUAGE } from './language'
import { isLive } from './offer-conditions.server'
import { getOfferState, type OfferState } from './offers'
import { findAnyOffer, type OfferSummary } from './offers.server'
import { closeGaps, lockList, putAt } from './places.server'

/** Also those of days to come. */
export const MOST_PINS = 30

type Pin = typeof featuredOffers.$inferSelect

/** SQL: of a row of featured_offers on the day of `at`, which is about an offer that home may show. */
const isOnHome = (at: SQL): SQL => {
  const day = sql`(${at}::timestamptz AT TIME ZONE 'Asia/Kolkata')::date`
  return sql`(${isLive()} AND campaigns.locale = ${PAGE_LANGUAGE} AND campaigns.popularity >= ${sql.raw(String(WANTED))}
    AND coalesce(featured_offers.first_day <= ${day}, true) AND coalesce(featured_offers.last_day >= ${day}, true))`
}

/** SQL: those that home shows, `id` and `place`; `above`: offers that it shows elsewhere. */
export const selectPinned = (at: SQL, above: SQL): SQL => sql`
  SELECT campaigns.id, featured_offers.position AS place
    FROM featured_offers JOIN campaigns ON campaigns.id = featured_offers.campaign_id
   WHERE ${isOnHome(at)} AND campaigns.id <> ALL (ARRAY(${above}))
   ORDER BY featured_offers.position, campaigns.id LIMIT ${sql.raw(String(MOST_FEATURED))}`

/** Whether a pin has an effect now, and why not. */
export type PinState =
  'shown' | 'later' | 'over' | Exclude<OfferState, 'live'> | 'not on home' | 'on sale' | 'behind'

export interface PinRow extends Pin, OfferSummary {
  store: string
  state: PinState
}

/** In order. */
export async function listPins(reader: Reader = db, now = new Date()): Promise<PinRow[]> {
  const rows = await reader
    .select({
      pin: featuredOffers,
      id: campaigns.id,
      title: campaigns.title,
      hidden_at: campaigns.hidden_at,
      hidden_reason: campaigns.hidden_reason,
      starts_at: campaigns.starts_at,
      ends_at: campaigns.ends_at,
      store: brands.name,
      is_on_home: sql<boolean>`${isOnHome(sql`${now.toISOString()}`)}`,
    })
    .from(featuredOffers)
    .innerJoin(campaigns, eq(campaigns.id, featuredOffers.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .orderBy(asc(featuredOffers.position), asc(campaigns.id))
  const sale = await findFlashSaleToday(now, reader)
  const { date: today } = dayInIndia(now)
  let shown = 0
  return rows.map(({ pin, is_on_home, ...offer }) => {
    const why = explainUnshown(pin, offer, today, now) ?? (is_on_home ? null : 'not on home')
    const unshown = why ?? (sale?.id === offer.id ? 'on sale' : shown < MOST_FEATURED ? null : 'behind')
    if (!unshown) shown++
    return { ...pin, ...offer, state: unshown ?? 'shown' }
  })
}

function explainUnshown({ first_day, last_day }: Pin, offer: OfferSummary, today: string, now: Date) {
  if (first_day && first_day > today) return 'later'
  if (last_day && last_day < today) return 'over'
  const state = getOfferState(offer, now)
  return state === 'live' ? null : state
}

export async function findPin(offerId: number, reader: Reader = db): Promise<Pin | null> {
  const [found] = await reader.select().from(featuredOffers).where(eq(featuredOffers.campaign_id, offerId))
  return found ?? null
}

/** As typed: null empties the field, undefined leaves it. */
export interface TypedPin {
  place?: number | undefined
  firstDay?: string | null | undefined
  lastDay?: string | null | undefined
}

export type PinRefusal =
  | Refused<'no-offer' | 'too-many' | 'days' | 'over'>
  | Refused<'pinned' | 'not-pinned', { offer: OfferSummary }>

function refuseDays({ first_day, last_day }: Pick<Pin, 'first_day' | 'last_day'>) {
  if (first_day && last_day && first_day > last_day) return refused('days')
  return last_day && last_day < dayInIndia(new Date()).date ? refused('over') : null
}

type Found = { offer: OfferSummary }

export function pinOffer(
  which: string,
  typed: TypedPin,
  by: string,
  within?: Tx,
): Promise<Done<Found> | PinRefusal> {
  return inTransaction(async (tx) => {
    const offer = await findAnyOffer(which, tx)
    if (!offer) return refused('no-offer')
    await lockList(tx, 'featured')
    if (await findPin(offer.id, tx)) return refused('pinned', { offer })
    const days = { first_day: typed.firstDay ?? null, last_day: typed.lastDay ?? null }
    const unfit = refuseDays(days)
    if (unfit) return unfit
    const last = (await tx.$count(featuredOffers)) + 1
    if (last > MOST_PINS) return refused('too-many')
    await tx.insert(featuredOffers).values({ campaign_id: offer.id, position: last, made_by: by, ...days })
    await putAt(tx, 'featured', offer.id, typed.place ?? last)
    return done({ offer })
  }, within)
}

export function editPin(
  which: string,
  typed: TypedPin,
  within?: Tx,
): Promise<Done<Found & Edited> | PinRefusal> {
  return inTransaction(async (tx) => {
    const offer = await findAnyOffer(which, tx)
    if (!offer) return refused('no-offer')
    await lockList(tx, 'featured')
    const stored = await findPin(offer.id, tx)
    if (!stored) return refused('not-pinned', { offer })
    const { first_day, last_day } = stored
    const days = {
      first_day: typed.firstDay === undefined ? first_day : typed.firstDay,
      last_day: typed.lastDay === undefined ? last_day : typed.lastDay,
    }
    const unfit = typed.firstDay === undefined && typed.lastDay === undefined ? null : refuseDays(days)
    if (unfit) return unfit
    await tx.update(featuredOffers).set(days).where(eq(featuredOffers.campaign_id, offer.id))
    if (typed.place !== undefined) await putAt(tx, 'featured', offer.id, typed.place)
    return done({ offer, ...compare(stored, (await findPin(offer.id, tx))!) })
  }, within)
}

export function unpinOffer(which: string, within?: Tx): Promise<Done<Found & { pin: Pin }> | PinRefusal> {
  return inTransaction(async (tx) => {
    const offer = await findAnyOffer(which, tx)
    if (!offer) return refused('no-offer')
    await lockList(tx, 'featured')
    const [pin] = await tx.delete(featuredOffers).where(eq(featuredOffers.campaign_id, offer.id)).returning()
    if (!pin) return refused('not-pinned', { offer })
    await closeGaps(tx, 'featured')
    return done({ offer, pin })
  }, within)
}
