/** Gives all spellings of a Hindi or English word, in Latin letters or Devanagari, one form. */

const CONSONANTS: Record<string, string> = Object.fromEntries(
  'क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ f ब b भ bh म m य y र r ल l व v श sh ष sh स s ह h ळ l'
    .split(' ')
    .flatMap((_, i, all) => (i % 2 ? [] : [[all[i]!, all[i + 1]!]])),
)
const VOWELS: Record<string, string> = Object.fromEntries(
  'अ a आ aa इ i ई i उ u ऊ u ए e ऐ ai ओ o औ o ऋ ri ा aa ि i ी i ु u ू u े e ै ai ो o ौ o ृ ri ॉ o ॅ e ऑ o ऍ e'
    .split(' ')
    .flatMap((_, i, all) => (i % 2 ? [] : [[all[i]!, all[i + 1]!]])),
)
export const DEVANAGARI = /^\p{Script=Devanagari}+$/u
const VIRAMA = '्'
const NASAL = /[ंँ]/

/** The unwritten 'a' of a consonant, silent at the end of a word. */
export const SCHWA = 'ə'
const SILENT = /([aeiou][^aeiouə\s]+)ə(?=[^aeiouə\s]+[aeiou])/g

export function listParts(text: string): string[] {
  const letters = Array.from(text.normalize('NFD').replaceAll('़', ''))
  return letters.flatMap((letter, i) => {
    const next = letters[i + 1] ?? ''
    if (NASAL.test(letter)) return ['n']
    if (letter in VOWELS) return [VOWELS[letter]!]
    if (!(letter in CONSONANTS)) return letter === VIRAMA ? [] : [letter]
    const isBare = next === VIRAMA || next in VOWELS || !(next in CONSONANTS || NASAL.test(next))
    return isBare ? [CONSONANTS[letter]!] : [CONSONANTS[letter]!, SCHWA]
  })
}

const toLatin = (text: string): string =>
  listParts(text).join('').replace(SILENT, '$1').replaceAll(SCHWA, 'a')

const RULES: [RegExp, string][] = [
  [/[^a-z0-9]/g, ''],
  [/(?:sh|s|t)ion/g, 'san'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)|q/g, 'k'],
  [/x/g, 'ks'],
  [/w(?![aeiou])/g, ''],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/chh/g, 'ch'],
  [/([bdgjkpst])h/g, '$1'],
  [/ee|ie|ei|y/g, 'i'],
  [/oo|ou/g, 'u'],
  [/au/g, 'o'],
  [/(.)\1+/g, '$1'],
  [/(?<=..)e$/g, ''],
]

export const encodePhonetic = (text: string): string =>
  RULES.reduce((word, [part, by]) => word.replace(part, by), toLatin(text.toLowerCase()))
