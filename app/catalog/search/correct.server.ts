/** Typing errors: the nearest words of stores, categories and titles (docs/decisions/0057-search.md). */
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { encodePhonetic } from './phonetic'
import { splitWords } from './split-words'

const SHORTEST = 4
const LEAST_SIMILAR = 0.45
const CANDIDATES = 12

/** The schema of pg_trgm, which may have been there before the first migration. */
let schema: Promise<string> | undefined
const trigramSchema = () =>
  (schema ??= db
    .execute<{ name: string }>(
      sql`SELECT nspname AS name FROM pg_namespace n JOIN pg_extension e ON e.extnamespace = n.oid WHERE extname = 'pg_trgm'`,
    )
    .then(([row]) => row!.name)
    .catch((error: unknown) => {
      schema = undefined
      throw error
    }))

interface QueryWord {
  word: string
  sound: string
}

interface Near {
  text: string
  sound: string
  similarity: number
}

/** `q` with each unknown word replaced by the nearest known one, or a name that is near to all of it; null: nothing nearer. */
export async function correct(q: string): Promise<string | null> {
  const words = splitWords(q)
  const queryWords = [words.join(''), ...words].map((word) => ({ word, sound: encodePhonetic(word) }))
  if (queryWords[0]!.sound.length < SHORTEST) return null
  const [all, ...each] = await readNear(queryWords)
  const isKnown = all!.known && words.length === 1 && all!.near[0]?.sound !== queryWords[0]!.sound
  const name = isKnown ? null : pick(queryWords[0]!, all!.near)
  const nearest = words.map((word, i) =>
    each[i]!.known ? word : (pick(queryWords[i + 1]!, each[i]!.near) ?? word),
  )
  const suggestion = name ?? nearest.join(' ')
  return suggestion.toLowerCase() === words.join(' ') ? null : suggestion
}

/** Picks the candidate with the smallest edit distance (1; 2 for long words). */
function pick({ sound }: QueryWord, near: Near[]): string | null {
  const most = sound.length < 8 ? 1 : 2
  const [best] = near
    .map((one) => ({ ...one, away: distance(one.sound, sound) }))
    .filter((one) => one.similarity >= LEAST_SIMILAR || one.away <= most)
    .filter((one) => Math.abs(one.sound.length - sound.length) <= 2)
    .toSorted((a, b) => a.away - b.away)
  return best?.text ?? null
}

async function readNear(queryWords: QueryWord[]) {
  const schemaName = sql.identifier(await trigramSchema())
  const similarity = sql`${schemaName}.similarity(s.sound, a.sound)`
  return db.execute<{ known: boolean; near: Near[] }>(sql`
    SELECT EXISTS (SELECT 1 FROM search_words s WHERE s.word ~>=~ a.word AND s.word ~<~ (a.word || chr(1114111))) AS known,
           coalesce((SELECT json_agg(n) FROM (
             SELECT s.text, s.sound, ${similarity} AS similarity FROM search_words s
              WHERE length(a.sound) >= ${SHORTEST}::int AND s.sound OPERATOR(${schemaName}.%) a.sound
              ORDER BY s.sound = a.sound DESC, ${similarity} DESC, s.times DESC, s.word LIMIT ${sql.raw(String(CANDIDATES))}) AS n), '[]') AS near
      FROM json_to_recordset(${JSON.stringify(queryWords.map((one, place) => ({ ...one, place })))}::text::json)
           AS a (word text, sound text, place int)
     ORDER BY a.place`)
}

export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(one[i - 1] !== other[j - 1]))
    row = next
  }
  return row[other.length]!
}
