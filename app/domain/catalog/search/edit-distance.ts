/** A shorter word is taken as it is, or replaced by one that sounds the same. */
export const SHORTEST = 5

export const cutPlural = (sound: string) => sound.replace(/s$/, '')

/** Whether `typed` is `known`, or its singular, without an inner letter or with two letters that changed places. */
export function isSlip(typed: string, known: string): boolean {
  if (typed.length < SHORTEST) return false
  const places = Array.from(typed, (_, at) => at).slice(1)
  return [known, cutPlural(known)].some((word) =>
    places.some((at) => word.slice(0, at) + word.slice(at + 1) === typed || swap(typed, at) === word),
  )
}

const swap = (word: string, at: number) =>
  word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2)

export function measureDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(one[i - 1] !== other[j - 1]))
    row = next
  }
  return row[other.length]!
}
