/** So that 'फ्लाइट' is 'flight' and not 'flat'. */
import { encodePhonetic, listParts, SCHWA } from './phonetic'

/** The likeliest first. */
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
const DEVANAGARI = /^\p{Script=Devanagari}+$/u

/** The likeliest first; none for another script. */
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
