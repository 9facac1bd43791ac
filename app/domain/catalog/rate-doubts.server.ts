/** The one guard of new rates, for forms, files and feeds: which wait for a second person (docs/rules.md#39). */
import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { toSqlArray } from './ids.server'
import { measurePayout, type Measure, type Rate } from './rates'

/** 'commission': it is the source that raises or removes the commission by which rates are measured. */
export type RateDoubt = 'commission' | 'above-commission' | 'above-believed' | 'more-than-double'

type Highest = Record<Measure['unit'], bigint>
/** What is believed of an offer whose commission is not known. */
type Believed = Record<Measure['unit'], bigint>

const BELIEVED_PERCENT = 15_00n
const NOTHING: Highest = { percent: 0n, rupees: 0n }

export interface RateToJudge {
  /** Null: a new offer. */
  before: Rate | null
  after: Rate
  /** Null: a new offer. */
  id: number | null
}

/** In the order of the rates. `mostLoss`: the setting MOST_LOSS_A_SALE. Queries only for rates that rise. */
export async function findRateDoubts(
  reader: Reader,
  rates: readonly RateToJudge[],
  mostLoss: bigint,
): Promise<(RateDoubt | null)[]> {
  const rising = rates.filter(({ id, before, after }) => id !== null && rises(before, after))
  const highest = rising.length
    ? await readHighest(
        reader,
        rising.map(({ id }) => id!),
      )
    : new Map<number, Highest>()
  const believed = { percent: BELIEVED_PERCENT, rupees: mostLoss }
  return rates.map(({ id, before, after }) =>
    judgeRate(before, after, id === null ? NOTHING : (highest.get(id) ?? NOTHING), believed),
  )
}

/** `highest`: what the offer paid within 30 days, without its present rate. */
export function judgeRate(
  before: Rate | null,
  after: Rate,
  highest: Highest,
  believed: Believed,
): RateDoubt | null {
  const now = measurePayout(after.payout)
  const commission = measurePayout(after.commission)
  if (changesCeiling(before, after, believed)) return 'commission'
  if (!now || !rises(before, after)) return null
  if (commission?.unit === now.unit) {
    if (now.value > commission.value) return 'above-commission'
  } else if (now.value > believed[now.unit]) return 'above-believed'
  const was = before && measurePayout(before.payout)
  const present = was?.unit === now.unit ? was.value : 0n
  const earlier = highest[now.unit]
  const most = earlier > present ? earlier : present
  return most > 0n && now.value > 2n * most ? 'more-than-double' : null
}

/** A feed's commission is believed as far as an unknown one, so that no feed states the commission by which its own rate is measured. */
function changesCeiling(before: Rate | null, after: Rate, believed: Believed): boolean {
  const was = before && measurePayout(before.commission)
  const now = measurePayout(after.commission)
  if (!now) return !!was && (measurePayout(after.payout)?.value ?? 0n) > 0n
  if (after.commissionOf !== 'feed' || (was?.unit === now.unit && now.value <= was.value)) return false
  return now.value > believed[now.unit]
}

function rises(before: Rate | null, after: Rate): boolean {
  const was = before && measurePayout(before.payout)
  const now = measurePayout(after.payout)
  return !!now && now.value > (was?.unit === now.unit ? was.value : 0n)
}

async function readHighest(reader: Reader, ids: readonly number[]): Promise<Map<number, Highest>> {
  const rows = await reader.execute<{ id: number; percent: string; rupees: string }>(sql`
    SELECT campaign_id::int AS id, coalesce(max(percent), 0) AS percent, coalesce(max(rupees), 0) AS rupees FROM offer_rates
     WHERE campaign_id = ANY (${toSqlArray(ids, 'bigint')}) AND until > now() - interval '30 days' GROUP BY 1`)
  return new Map(
    rows.map(({ id, percent, rupees }) => [id, { percent: BigInt(percent), rupees: BigInt(rupees) }]),
  )
}
