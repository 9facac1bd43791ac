import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { HOUR_MS } from '~/platform/formats/dates'
import { hasOffers } from '../stores.server'

const MOST = 4
const SAMPLE = 1_000

function listTrigrams(text: string): string[] {
  const lower = text.toLowerCase()
  const all = Array.from({ length: Math.max(0, lower.length - 2) }, (_, i) => lower.slice(i, i + 3))
  return [...new Set(all.filter((gram) => /^[a-z0-9]{3}$/.test(gram)))]
}

export const LISTED = sql<number>`(SELECT coalesce(sum(live_count), 0)::int FROM brands WHERE ${hasOffers})`

interface Sample {
  listed: number
  titlesWith: (gram: string) => number
}

let cachedSample: { until: number; sample: Promise<Sample> } | undefined

/** Read hourly, because it only decides what is searched for first. */
export function readSample(): Promise<Sample> {
  if (cachedSample && cachedSample.until > Date.now()) return cachedSample.sample
  const sample = takeSample()
  cachedSample = { until: Date.now() + HOUR_MS, sample }
  sample.catch(() => (cachedSample = undefined))
  return sample
}

async function takeSample(): Promise<Sample> {
  const rows = await db.execute<{ title: string; listed: number }>(sql`
    SELECT title, ${LISTED} AS listed
      FROM campaigns TABLESAMPLE SYSTEM (least(100, 100.0 * ${SAMPLE}::int / greatest(1, ${LISTED}))) WHERE campaigns.listed`)
  const times = new Map<string, number>()
  for (const { title } of rows)
    for (const gram of listTrigrams(title)) times.set(gram, (times.get(gram) ?? 0) + 1)
  const listed = rows[0]?.listed ?? 0
  return { listed, titlesWith: (gram) => ((times.get(gram) ?? 0) * listed) / rows.length }
}

export interface Tokens {
  grams: string[]
  titles: number
}

/** The rarest trigrams without overlap; null: all are too common for the index to help. */
export function chooseTokens(text: string, { listed, titlesWith }: Sample): Tokens | null {
  const rarest = listTrigrams(text).toSorted((a, b) => titlesWith(a) - titlesWith(b))
  const lower = text.toLowerCase()
  const chosen: string[] = []
  for (const gram of rarest) {
    const at = lower.indexOf(gram)
    if (chosen.length < MOST && chosen.every((other) => Math.abs(lower.indexOf(other) - at) >= 3))
      chosen.push(gram)
  }
  const titles = chosen.length ? titlesWith(chosen[0]!) : Infinity
  return titles <= listed / 10 ? { grams: chosen, titles } : null
}

/** `c` is campaigns. No index of ranks has `hidden_at`: otherwise PostgreSQL might read a whole index. */
export const matchTokens = ({ grams }: Tokens): SQL =>
  sql`${sql.join(
    grams.map((gram) => sql`c.title ILIKE ${`%${gram}%`}`),
    sql` AND `,
  )} AND c.hidden_at IS NULL`
