import { listSynonyms } from './synonyms'

const STOP_WORDS = new Set(
  `a an and any aur best below buy by cashback cheap code codes coupon coupons deal deals discount discounts for from get in
  ka ke ki ko latest me mein near of offer offers on online par promo promotion rate rs rupees sale saman samaan se shop site store stores
  the to today under upto voucher vouchers wala with work working`.split(/\s+/),
)

export function splitWords(q: string): string[] {
  // PostgreSQL takes neither NUL nor half a surrogate pair in JSON; the cut of a long text leaves one.
  const text = q
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .toLowerCase()
  const words = text.split(' ')
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  const kept = telling.length ? telling : words
  const isSplit =
    kept.every((word) => Array.from(word).length > 1) && kept.some((word) => Array.from(word).length > 2)
  return isSplit ? kept : [text]
}

/** 'kurtas' -> 'kurta', 'groceries' -> 'grocer': a part of both numbers. */
export function stem(word: string): string {
  if (/[a-z]{2}ies$/.test(word)) return word.slice(0, -3)
  if (/[a-z](?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[a-z]{2}[^s]s$/.test(word) ? word.slice(0, -1) : word
}

export const expandTerms = (q: string): string[][] =>
  splitWords(q).map((word) => [...new Set([stem(word), ...listSynonyms(word)])])
