/** Which trigrams of a text to ask the index for: reading those of every word takes hundreds of milliseconds. */
import { sql, type SQL } from 'drizzle-orm'

/** The index is asked for this many at most. */
const MOST = 4

/** Distinct trigrams of letters and digits, in the order of the text. */
export function trigramsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const all = Array.from({ length: Math.max(0, lower.length - 2) }, (_, i) => lower.slice(i, i + 3))
  return [...new Set(all.filter((gram) => /^[a-z0-9]{3}$/.test(gram)))]
}

/** A type, because an interface has no index signature. */
export type Counted = { grams: string[] | null; counts: number[] | null }

/** Two columns: how many titles have each trigram, of those that were counted. */
export const countsOf = (text: string): SQL => sql`
  (SELECT array_agg(gram) FROM ${known(text)} AS t) AS grams, (SELECT array_agg(titles) FROM ${known(text)} AS t) AS counts`

const known = (text: string) =>
  sql`(SELECT gram, titles FROM title_grams WHERE gram = ANY (${`{${trigramsOf(text).join(',')}}`}::text[]) ORDER BY gram)`

export interface Pieces {
  grams: string[]
  /** Titles with the rarest of them, by the last count. */
  titles: number
}

/** The rarest trigrams that do not overlap; null if the text has none, which the index cannot find. */
export function piecesOf(text: string, { grams, counts }: Counted): Pieces | null {
  const titles = new Map((grams ?? []).map((gram, i) => [gram, counts![i]!]))
  const rarest = trigramsOf(text).toSorted((a, b) => (titles.get(a) ?? 0) - (titles.get(b) ?? 0))
  const lower = text.toLowerCase()
  const chosen: string[] = []
  for (const gram of rarest) {
    const at = lower.indexOf(gram)
    if (chosen.length < MOST && chosen.every((other) => Math.abs(lower.indexOf(other) - at) >= 3))
      chosen.push(gram)
  }
  return chosen.length ? { grams: chosen, titles: titles.get(chosen[0]!) ?? 0 } : null
}

/** The condition that the trigram index serves. */
export const holdsPieces = ({ grams }: Pieces, title: SQL): SQL =>
  sql.join(
    grams.map((gram) => sql`${title} ILIKE ${`%${gram}%`}`),
    sql` AND `,
  )
