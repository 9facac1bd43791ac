/** Seconds to wait after so many failed attempts: `first`, then twice as long each time, `most` at most. */
export const computeBackoff = (attempts: number, { first, most }: { first: number; most: number }): number =>
  Math.min(most, first * 2 ** Math.min(attempts - 1, 20))
