import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import { readSettings } from '~/settings/settings.server'
import { losesMoney } from '../rates/margins'
import { rateColumns, computeCurrentRate } from '../rates.server'
import { findRateDoubts } from '../rate-doubts.server'
import { isSameRate, writeCommission, type Rate, type Rates } from '../rates'

export interface RateStep {
  offers: number
  before: Rate
  after: Rate
}

export type RatePlan = Awaited<ReturnType<typeof planRates>>

export type RatePatch = Partial<Rates>

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

export async function planRates(reader: Reader, where: SQL, patch: RatePatch) {
  const rows = await selectRates(reader, where)
  const offers = rows.map((row) => ({
    id: row.id,
    before: computeCurrentRate(row),
    after: computeCurrentRate({ ...row, ...patch }),
  }))
  const changed = offers.filter(({ before, after }) => !isSameRate(before, after))
  const { MOST_LOSS_A_SALE } = await readSettings(reader)
  const doubts = await findRateDoubts(reader, offers, MOST_LOSS_A_SALE)
  const count = (fits: (offer: (typeof offers)[number]) => boolean) => offers.filter(fits).length
  return {
    offers: offers.length,
    changed: changed.length,
    losing: count(({ after }) => losesMoney(after)),
    /** Offers whose new rate waits for a second person. */
    doubtful: doubts.filter(Boolean).length,
    /** Offers whose own payout takes precedence over the new commission or share. */
    given: count(
      ({ before, after }) =>
        after.source !== 'commission' &&
        after.source !== 'none' &&
        (before.share !== after.share || writeCommission(before) !== writeCommission(after)),
    ),
    withoutShare: count(({ after }) => after.source === 'none' && !!after.commission && after.share === null),
    withoutCommission: count(
      ({ after }) => after.source === 'none' && !after.commission && after.share !== null,
    ),
    steps: groupSteps(changed),
  }
}

function groupSteps(changed: readonly { before: Rate; after: Rate }[]): RateStep[] {
  const steps = new Map<string, RateStep>()
  for (const offer of changed) {
    const { before, after } = offer
    const key = [before, after].map((rate) => [formatPayout(rate.payout), writeCommission(rate)]).join()
    const step = steps.get(key)
    if (step) step.offers++
    else steps.set(key, { ...offer, offers: 1 })
  }
  return [...steps.values()].toSorted((a, b) => b.offers - a.offers)
}
