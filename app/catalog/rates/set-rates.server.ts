/** See docs/rules.md#38. */
import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { done, refused, type Done, type Refused } from '~/outcome'
import { findStore, type NamedStore, type NoStore } from '../find-store.server'
import { rateColumns, rateNow } from './offer-rates.server'
import { findAnyCampaign } from '../find-campaign.server'
import { isSameRate, losesMoney, type Rate, type Rates } from './rates'

export interface SetRate {
  hundredths: bigint
  model: string
}

/** Undefined leaves a part as it is; null removes it, so that the next source in precedence applies. */
export interface StoreRates {
  payout?: SetRate | null | undefined
  commission?: SetRate | null | undefined
  share?: bigint | null | undefined
}

export interface RatePlan {
  offers: { before: Rate; after: Rate }[]
  changed: number
  losing: number
}

type RatePatch = Partial<Rates>

const hasNotEnded = or(isNull(campaigns.ends_at), gt(campaigns.ends_at, sql`now()`))

export const selectRates = (reader: Reader, where?: SQL) =>
  reader
    .select({
      id: campaigns.id,
      title: campaigns.title,
      store: brands.name,
      coupon_code: brands.coupon_code,
      ...rateColumns,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(and(hasNotEnded, where))
    .orderBy(sql`lower(${brands.name})`, brands.id, campaigns.id)

async function planRates(reader: Reader, where: SQL, patch: RatePatch): Promise<RatePlan> {
  const rows = await selectRates(reader, where)
  const offers = rows.map((row) => ({ before: rateNow(row), after: rateNow({ ...row, ...patch }) }))
  return {
    offers,
    changed: offers.filter(({ before, after }) => !isSameRate(before, after)).length,
    losing: offers.filter(({ after }) => losesMoney(after)).length,
  }
}

/** Recorded clicks keep their promised payout. `dry` writes nothing. */
export async function setStoreRates(
  which: string,
  rates: StoreRates,
  { dry }: { dry: boolean },
): Promise<Done<{ store: NamedStore; plan: RatePlan }> | NoStore> {
  const found = await findStore(which)
  if (!found.ok) return found
  const { store } = found
  const patch = storePatch(rates)
  const where = eq(campaigns.brand_id, store.id)
  if (dry) return done({ store, plan: await planRates(db, where, patch) })
  return db.transaction(async (tx) => {
    await lockCatalogue(tx)
    const plan = await planRates(tx, where, patch)
    await tx
      .update(brands)
      .set({ ...brandColumns(patch), updated_at: sql`now()` })
      .where(eq(brands.id, store.id))
    return done({ store, plan })
  })
}

/** `which` is an id or slug. With a null payout, that of the store or the feed applies again. */
export async function setOfferPayout(
  which: string,
  payout: SetRate | null,
  { dry }: { dry: boolean },
): Promise<Done<{ offer: { id: number; title: string }; plan: RatePlan }> | Refused<'no-campaign'>> {
  const offer = await findAnyCampaign(which)
  if (!offer) return refused('no-campaign')
  const patch = {
    set_payout_hundredths: payout?.hundredths ?? null,
    set_payout_model: payout?.model ?? null,
  }
  const where = eq(campaigns.id, offer.id)
  if (dry) return done({ offer, plan: await planRates(db, where, patch) })
  return db.transaction(async (tx) => {
    await lockCatalogue(tx)
    const plan = await planRates(tx, where, patch)
    await tx
      .update(campaigns)
      .set({ ...patch, updated_at: sql`now()` })
      .where(where)
    return done({ offer, plan })
  })
}

/** Same lock order as an import: catalogue_version first. */
const lockCatalogue = (reader: Reader) =>
  reader.execute(sql`SELECT id FROM catalogue_version WHERE id = 1 FOR UPDATE`)

function storePatch({ payout, commission, share }: StoreRates): RatePatch {
  return {
    ...(payout !== undefined && {
      store_payout_hundredths: payout?.hundredths ?? null,
      store_payout_model: payout?.model ?? null,
    }),
    ...(commission !== undefined && {
      store_commission_hundredths: commission?.hundredths ?? null,
      store_commission_model: commission?.model ?? null,
    }),
    ...(share !== undefined && { store_share_hundredths: share }),
  }
}

const brandColumns = (patch: RatePatch): Partial<typeof brands.$inferInsert> =>
  Object.fromEntries(Object.entries(patch).map(([part, value]) => [part.replace('store_', ''), value]))
