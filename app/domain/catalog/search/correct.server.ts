/** Corrects typing errors (docs/rules.md#44). */
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { cutPlural, isSlip, measureDistance, SHORTEST } from './edit-distance'
import { listLoanSounds } from './loanwords'
import { DEVANAGARI, encodePhonetic } from './phonetic'
import { splitWords } from './split-words'
import { listSynonyms } from './synonyms'
import { NAME } from './vocabulary.server'

const LONG = 8
const LEAST_SIMILAR = 0.45
const CANDIDATES = 12

/** The schema of pg_trgm, which may be older than the first migration. */
let schema: Promise<string> | undefined
const readTrigramSchema = () =>
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
  loans: string[]
}

interface Near {
  word: string
  text: string
  is_name: boolean
  sound: string
  similarity: number
}

interface Found extends Record<string, unknown> {
  known: boolean
  loan: string | null
  near: Near[]
}

interface Pick {
  text: string
  isSure: boolean
}

export interface Correction {
  text: string
  /** The correction sounds the same or is a letter or two away; otherwise it is only similar. */
  isSure: boolean
}

const toQueryWord = (word: string): QueryWord => ({
  word,
  sound: encodePhonetic(word),
  loans: listLoanSounds(word),
})

/** Null: no known word is nearer. */
export async function correctSpelling(q: string): Promise<Correction | null> {
  const words = splitWords(q)
  if (words.length === 1 && listSynonyms(words[0]!).length) return null
  const queryWords = [words.join(''), ...words].map(toQueryWord)
  const [all, ...each] = await readNear(queryWords)
  const isKnown = all!.known && words.length === 1 && all!.near[0]?.sound !== queryWords[0]!.sound
  const joined =
    words.length === 1
      ? all!
      : { ...all!, near: all!.near.filter((one) => one.is_name || one.sound === queryWords[0]!.sound) }
  const name = isKnown ? null : pick(queryWords[0]!, joined)
  if (name?.isSure) return differs(name, words)
  const nearest = words.map((word, i) =>
    each[i]!.known || listSynonyms(word).length ? null : pick(queryWords[i + 1]!, each[i]!),
  )
  const picked = nearest.filter((one) => one !== null)
  if (!picked.length) return name && differs(name, words)
  const text = words.map((word, i) => nearest[i]?.text ?? word).join(' ')
  return differs({ text, isSure: picked.every((one) => one.isSure) }, words)
}

const differs = (one: Pick, words: string[]): Correction | null =>
  one.text.toLowerCase() === words.join(' ') ? null : one

/** Picks by edit distance: names before words, an English word in Devanagari before all. */
function pick({ word, sound }: QueryWord, { loan, near }: Found): Pick | null {
  if (loan !== null) return { text: loan, isSure: true }
  const most = sound.length < SHORTEST ? 0 : sound.length < LONG ? 1 : 2
  const [best] = near
    .map((one) => ({
      ...one,
      // A consonant typed without its vowel can change the sound by two.
      away: Math.min(
        measureDistance(one.sound, sound),
        measureDistance(cutPlural(one.sound), cutPlural(sound)),
        measureDistance(one.word, word),
      ),
    }))
    .filter(
      (one) =>
        one.away <= most ||
        isSlip(word, one.word) ||
        (most > 0 &&
          one.similarity >= LEAST_SIMILAR &&
          cutPlural(one.sound).at(-1) === cutPlural(sound).at(-1)),
    )
    .filter((one) => Math.abs(one.sound.length - sound.length) <= 2)
    .toSorted((a, b) => a.away - b.away || Number(b.is_name) - Number(a.is_name))
  if (!best) return null
  const isSure = best.away <= most && best.sound[0] === sound[0]
  // A sound shared with a word in other letters is too weak a reason to ask.
  return isSure || !DEVANAGARI.test(word) ? { text: best.text, isSure } : null
}

async function readNear(queryWords: QueryWord[]) {
  const schemaName = sql.identifier(await readTrigramSchema())
  const similarity = sql`${schemaName}.similarity(s.sound, a.sound)`
  return db.execute<Found>(sql`
    SELECT EXISTS (SELECT 1 FROM search_words s WHERE s.word ~>=~ a.word AND s.word ~<~ (a.word || chr(1114111))) AS known,
           (SELECT s.text FROM json_array_elements_text(a.loans) WITH ORDINALITY AS l (sound, place)
              JOIN search_words s ON s.sound = l.sound ORDER BY l.place, s.times DESC, s.word LIMIT 1) AS loan,
           coalesce((SELECT json_agg(n) FROM (
             SELECT s.word, s.text, s.times >= ${NAME} AS is_name, s.sound, ${similarity} AS similarity FROM search_words s
              WHERE length(a.sound) > 2 AND s.sound OPERATOR(${schemaName}.%) a.sound
              ORDER BY s.sound = a.sound DESC, ${similarity} DESC, s.times DESC, s.word LIMIT ${sql.raw(String(CANDIDATES))}) AS n), '[]') AS near
      FROM json_to_recordset(${JSON.stringify(queryWords.map((one, place) => ({ ...one, place })))}::text::json)
           AS a (word text, sound text, loans json, place int)
     ORDER BY a.place`)
}
