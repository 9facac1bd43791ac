/** English words in Devanagari by their Latin spelling, so that 'फ्लाइट' is 'flight' and not 'flat'. */
import { DEVANAGARI, encodePhonetic, listParts, SCHWA } from './phonetic'
import { listHindiWords } from './synonyms'

/** English spellings of sounds in Devanagari, the likeliest first. */
const SPELLINGS: Record<string, string[]> = {
  aai: ['igh', 'ai', 'i'],
  ai: ['a', 'ai', 'e'],
  aa: ['a', 'u'],
  e: ['e', 'a', 'ea', 'ai'],
  i: ['i', 'ea', 'e', 'ie'],
  o: ['o', 'oa', 'a', 'au'],
  u: ['u', 'o', 'ui', 'oe'],
  j: ['j', 'dg', 'g'],
  [SCHWA]: ['a', '', 'e', 'u', 'i', 'o'],
}
const MOST = 120
const ENDS = ['', 's', 'es']
/** Frequent English words that are typed in Devanagari, the likeliest first. */
const COMMON = 'फ्लाइट टिकट कैमरा टैबलेट स्पीकर शर्ट ड्रेस पिज़्ज़ा केक क्रीम शैंपू सोफा कूलर'.split(' ')

/** Sounds as encodePhonetic() gives them, the likeliest first; none for another script. */
export function listLoanSounds(word: string): string[] {
  if (!DEVANAGARI.test(word)) return []
  const parts: string[] = []
  for (const part of listParts(word))
    if (part === 'i' && parts.at(-1) === 'aa') parts.splice(-1, 1, 'aai')
    else parts.push(part)
  let all = [{ text: '', cost: 0 }]
  for (const part of parts) {
    const spellings = SPELLINGS[part] ?? [part]
    all = all
      .flatMap(({ text, cost }) => spellings.map((one, place) => ({ text: text + one, cost: cost + place })))
      .toSorted((a, b) => a.cost - b.cost)
      .slice(0, MOST)
  }
  return [...new Set(all.flatMap(({ text }) => ENDS.map((end) => encodePhonetic(text + end))))]
}

const FEWEST_TYPED = 2

/** The word in Devanagari that begins with `text`, for suggestions while it is typed; null: none. */
export const completeWord = (text: string): string | null =>
  text.length < FEWEST_TYPED
    ? null
    : ([...COMMON, ...listHindiWords()].find((word) => word.startsWith(text)) ?? null)
