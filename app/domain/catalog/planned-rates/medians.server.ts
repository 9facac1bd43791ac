import { eq, sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { computeMedian, type Medians } from '../planned-rates'

interface SpanRow extends Record<string, unknown> {
  percent: string | null
  rupees: string | null
  seconds: string
}

const MEDIAN_DAYS = 30

/** Of the store's best rates in the 30 days before `at`. What is not known of them is taken to be as the first rate that is, or as now. */
export async function readMedians(reader: Reader, storeId: number, at: Date): Promise<Medians> {
  const end = sql`${at.toISOString()}::timestamptz`
  const spans = await reader.execute<SpanRow>(sql`
    SELECT percent, rupees, extract(epoch FROM least(until, ${end}) - greatest(since, ${end} - make_interval(days => ${MEDIAN_DAYS}))) AS seconds
      FROM (SELECT percent, rupees, CASE WHEN lag(at) OVER (ORDER BY at) IS NULL THEN '-infinity' ELSE at END AS since, coalesce(lead(at) OVER (ORDER BY at), 'infinity') AS until
              FROM store_rates WHERE store = ${storeId}) AS r
     WHERE until > ${end} - make_interval(days => ${MEDIAN_DAYS}) AND since < ${end} AND until > since`)
  if (!spans.length) {
    const { up_to_percent: percent, up_to_rupees: rupees } = brands
    const [now] = await reader.select({ percent, rupees }).from(brands).where(eq(brands.id, storeId))
    return { percent: now?.percent ?? 0n, rupees: now?.rupees ?? 0n }
  }
  const readMedian = (unit: keyof Medians) =>
    computeMedian(spans.map((span) => ({ value: BigInt(span[unit] ?? 0), seconds: Number(span.seconds) })))
  return { percent: readMedian('percent'), rupees: readMedian('rupees') }
}
