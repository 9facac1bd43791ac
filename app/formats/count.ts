export const formatCount = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`

/** Returns hundredths of a percent, rounded half up; null if `whole` is 0. */
export const computePercent = (part: bigint, whole: bigint): bigint | null =>
  whole === 0n ? null : (part * 20_000n + whole) / (2n * whole)
