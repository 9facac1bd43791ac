export const formatCount = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`

/** Returns hundredths of a percent, rounded half up; null if `whole` is 0. */
export const computePercent = (part: bigint, whole: bigint): bigint | null =>
  whole === 0n ? null : (part * 20_000n + whole) / (2n * whole)

/** A time to wait, in words: '1 minute', '60 minutes', from 90 minutes on '2 hours', from 48 hours on '2 days'; rounded up. */
export function formatWait(minutes: number): string {
  const hours = Math.ceil(minutes / 60)
  if (minutes < 90) return formatCount(minutes, 'minute')
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.ceil(hours / 24), 'day')
}
