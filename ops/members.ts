import { parseMobile } from '~/accounts/rules'

/** Typed with blanks but without quotes. */
export function findSplitMobile(words: readonly string[]): string | null {
  for (let first = 0; first < words.length; first++)
    for (let end = first + 2; end <= Math.min(words.length, first + 4); end++) {
      const together = words.slice(first, end).join(' ')
      if (parseMobile(together)) return together
    }
  return null
}
