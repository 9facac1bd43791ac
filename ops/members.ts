import { parseMobile } from '~/domain/accounts/rules'

/** Finds a mobile number typed with blanks but without quotes, which arrives as several words. */
export function findSplitMobile(words: readonly string[]): string | null {
  for (let first = 0; first < words.length; first++)
    for (let end = first + 2; end <= Math.min(words.length, first + 4); end++) {
      const together = words.slice(first, end).join(' ')
      if (parseMobile(together)) return together
    }
  return null
}
