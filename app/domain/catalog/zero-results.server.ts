/** Searches without a result, counted without the person. */
import { countText, listCounts } from './daily-counts.server'

const TABLE = { table: 'missed_searches', column: 'words' } as const
const MAX_LENGTH = 60

/** Null: the query may name a person. */
export function normalizeQuery(q: string): string | null {
  const words = q
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  if (!words || words.length > MAX_LENGTH || /@/.test(words)) return null
  const digits = words.replace(/\P{Nd}/gu, '')
  return digits.length > 5 ? null : words
}

export async function recordZeroResults(q: string, now = new Date()): Promise<void> {
  const words = normalizeQuery(q)
  if (words === null) return
  await countText(TABLE, words, now)
}

export type ZeroResultQuery = { words: string; times: number; last_day: string }

export async function listZeroResults(
  days: number,
  limit: number,
  now = new Date(),
): Promise<ZeroResultQuery[]> {
  const counts = await listCounts(TABLE, { days, limit, now })
  return counts.map(({ text: words, times, last_day }) => ({ words, times, last_day }))
}
