import { listSynonyms } from './synonyms'

/** One form of a letter with a dot below, which keyboards write in two ways or leave out. */
const dropDots = (word: string) => word.normalize('NFD').replaceAll('़', '')

const readWords = (list: string) => new Set(list.trim().split(/\s+/).map(dropDots))

const STOP_WORDS = readWords(`
  a an and any aur best below budget buy by cashback chahiye cheap cheaper cheapest code codes coupon coupons deal deals discount discounts
  for from get good in ka ke ki ko latest liye low lowest me mein near of offer offers on online par price prices promo promotion rate rs
  rupees sale saman samaan sasta saste sasti se shop site store stores the to today top under upto voucher vouchers wala wale wali with
  work working
  अच्छा अच्छी अच्छे ऑनलाइन ऑफर और का की के को कूपन कोड चाहिए छूट डील डिस्काउंट पर बेस्ट में लिए वाला वाली वाले सबसे सस्ता सस्ती सस्ते से सेल`)

const COLOURS = readWords(`
  beige black blue brown green grey gray maroon navy orange pink purple red white yellow
  gulabi hara hari kaala kala kali laal lal neela nila peela pila safed
  काला काली काले गुलाबी नीला नीली नीले पीला पीली पीले लाल सफेद हरा हरी हरे`)

const SIGN = 'rs\\.?|inr|₹|रु\\.?'
const UNIT = 'rs|rupees|rupaye|रुपये|रुपए|रुपय'
const COUNTED = `k| ?(?:${UNIT}|hazar|हजार|हज़ार)`
const SUM = `(?:(?:${SIGN}) ?)?\\d[\\d,.]*(?:${COUNTED})?`
const BEFORE = 'under|below|upto|up to|less than|lower than|above|more than'
const AFTER =
  '(?:(?:se|ke|से|के) ?(?:kam|neeche|niche|andar|upar|zyada|कम|नीचे|अंदर|अन्दर|ऊपर|ज्यादा|ज़्यादा)|tak|तक)'
/** 'pro max 256' and 'within 2 days' are no prices: these need a sign, or four digits. */
const LOOSE = `(?:max|within|around) (?:(?:${SIGN}) ?\\d[\\d,.]*|\\d[\\d,.]*(?:${COUNTED})|\\d[\\d,]{3,}(?:\\.\\d+)?)`
/** What makes a number a saving, a time or a measure. */
const OTHER =
  'off|discount|cashback|back|ऑफ|छूट|days?|din|दिन|hours?|hrs?|minutes?|mins?|weeks?|months?|years?|saal|साल|' +
  'kg|gm?s?|grams?|ml|l|ltrs?|lit(?:re|er)s?|[gmt]b|inch(?:es)?|[ckm]?m|w|watts?|mah|tons?|stars?|mp|hz|cc|pcs|pieces'
/** 'under Rs. 2,000', '500 से कम', '₹999'. Offers have no price to compare, so that a limit only says what is not a word. */
const PRICE = new RegExp(
  `(?<=^| )(?:(?:${BEFORE}) ${SUM}|${LOOSE}|between ${SUM} (?:and|to) ${SUM}|${SUM} ?(?:se|से) ?${SUM} ?(?:tak|तक)|` +
    `${SUM} ?${AFTER}|(?:${SIGN}) ?\\d[\\d,.]*|\\d[\\d,.]* ?(?:${UNIT}))(?= |$)(?!(?: ?(?:${COUNTED}))? ?(?:${OTHER})(?: |$))`,
  'gu',
)

const clean = (q: string) =>
  // PostgreSQL takes neither NUL nor half a surrogate pair in JSON; the cut of a long text leaves one.
  q
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** The words that say what is wanted; none if the text has only filler words and prices. */
const listWanted = (text: string): string[] =>
  text
    .replace(PRICE, ' ')
    .replace(/(?<=^| )up to(?= |$)/g, ' ')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !STOP_WORDS.has(dropDots(word)))

/** The price in a text that has other words; null: none, or it is what is searched for. */
export function findPrice(q: string): string | null {
  const text = clean(q)
  const prices = text.match(PRICE)
  return prices && listWanted(text).length ? prices.join(' ') : null
}

/** The words of which one alone may be searched for: without colours, unless there is nothing else. */
export function listDecidingWords(q: string): string[] {
  const words = listWanted(clean(q)).filter((word) => Array.from(word).length > 1)
  const plain = words.filter((word) => !COLOURS.has(dropDots(word)))
  return [...new Set(plain.length ? plain : words)]
}

export function splitWords(q: string): string[] {
  const text = clean(q)
  const telling = listWanted(text)
  const kept = telling.length ? telling : text.split(' ')
  const isSplit =
    kept.every((word) => Array.from(word).length > 1) && kept.some((word) => Array.from(word).length > 2)
  return isSplit ? kept : [kept.join(' ')]
}

/** 'kurtas' -> 'kurta', 'groceries' -> 'grocer': a part of both numbers. */
export function stem(word: string): string {
  if (/[a-z]{2}ies$/.test(word)) return word.slice(0, -3)
  if (/[a-z](?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[a-z]{2}[^s]s$/.test(word) ? word.slice(0, -1) : word
}

export const expandTerms = (q: string): string[][] =>
  splitWords(q).map((word) => [...new Set([stem(word), ...listSynonyms(word)])])
