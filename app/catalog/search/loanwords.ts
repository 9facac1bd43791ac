/** English words in Devanagari: how the Latin spelling may sound, so that 'फ्लाइट' is 'flight' and not 'flat'. */
import { encodePhonetic, listParts, SCHWA } from './phonetic'

/** What a letter of Devanagari is in English spelling, the likeliest first. */
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
/** Titles have many goods in the plural alone. */
const ENDS = ['', 's', 'es']
const DEVANAGARI = /^\p{Script=Devanagari}+$/u

/** Sounds as encodePhonetic() gives them, the likeliest first; none for a word in another script. */
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
