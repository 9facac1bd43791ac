const graphemes = new Intl.Segmenter()

/** Words that need no segmenter, which is slow. */
const PLAIN = /^[a-z0-9]+$/i

export function readInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => (PLAIN.test(word) ? word[0]! : [...graphemes.segment(word)][0]!.segment).toUpperCase())
    .join('')
}

export function chooseColour(name: string): number {
  let sum = 0
  for (const char of name) sum = (sum * 31 + char.codePointAt(0)!) % 9973
  return (sum % 12) + 1
}
