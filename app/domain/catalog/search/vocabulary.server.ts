import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { encodePhonetic } from './phonetic'
import { listDecidingWords, stem } from './split-words'
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

const hasLongSound = (word: string) => encodePhonetic(word).length > 2

/** Neither a number nor a word with punctuation; the words of the catalogue have no shorter sounds. */
const canBeStore = (word: string) => /^\p{L}{3,}$/u.test(word) && hasLongSound(word)

/** Words that the catalogue has in no number: they may be the name of a store. */
export async function findUnknown(
  q: string,
  isExplained: (word: string) => boolean,
): Promise<{ words: string[]; isAll: boolean }> {
  const words = listDecidingWords(q)
  const candidates = words.filter(
    (word) => canBeStore(word) && !isExplained(word) && !listSynonyms(word).length,
  )
  if (!candidates.length) return { words: [], isAll: false }
  const listForms = (word: string) => [word, stem(word), `${stem(word)}s`]
  const rows = await db.execute<{ word: string }>(sql`
    SELECT word FROM search_words WHERE word IN (${sql.join(
      candidates.flatMap(listForms).map((form) => sql`${form}`),
      sql`, `,
    )})`)
  const known = new Set(rows.map(({ word }) => word))
  const unknown = candidates.filter((word) => !listForms(word).some((form) => known.has(form)))
  return { words: unknown, isAll: unknown.length === words.length }
}

export const toVocabularyRows = (vocabulary: Vocabulary) =>
  [...vocabulary]
    .map(([word, { text, times }]) => ({ word, text, sound: encodePhonetic(word), times }))
    .filter(({ word }) => hasLongSound(word))
