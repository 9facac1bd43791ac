import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { encodePhonetic } from './phonetic'
import { listDecidingWords } from './split-words'
import { listSynonyms } from './synonyms'

interface Word {
  text: string
  times: number
}
export type Vocabulary = Map<string, Word>

const MOST_WORDS = 50_000
export const NAME = 1_000_000_000

const WORD = /\p{L}[\p{L}\p{M}]{2,29}/gu

export function addTitle(vocabulary: Vocabulary, title: string): void {
  for (const word of title.toLowerCase().match(WORD) ?? []) {
    const known = vocabulary.get(word)
    if (known) known.times++
    else if (vocabulary.size < MOST_WORDS) vocabulary.set(word, { text: word, times: 1 })
  }
}

/** Adds whole names, so that 'volt wala' finds Voltwala, and their words. */
export async function addNames(vocabulary: Vocabulary): Promise<void> {
  const names = await db.execute<{ name: string }>(sql`
    SELECT name FROM categories UNION ALL (SELECT name FROM brands WHERE live_count > 0 ORDER BY rank, id LIMIT ${sql.raw(String(MOST_WORDS))})`)
  for (const { name } of names) {
    const lower = name.toLowerCase()
    for (const word of lower.match(WORD) ?? []) vocabulary.set(word, { text: word, times: NAME })
    const whole = lower.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    if (whole.length > 2) vocabulary.set(whole, { text: name, times: NAME })
  }
}

/** Whether the catalogue has none of the words: such a text may be the name of a store. */
export async function areUnknown(q: string): Promise<boolean> {
  const words = listDecidingWords(q)
  if (!words.length || words.some((word) => listSynonyms(word).length)) return false
  const [row] = await db.execute<{ known: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM search_words WHERE word IN (${sql.join(
      words.map((word) => sql`${word}`),
      sql`, `,
    )})) AS known`)
  return !row!.known
}

export const toRows = (vocabulary: Vocabulary) =>
  [...vocabulary]
    .map(([word, { text, times }]) => ({ word, text, sound: encodePhonetic(word), times }))
    .filter(({ sound }) => sound.length > 2)
