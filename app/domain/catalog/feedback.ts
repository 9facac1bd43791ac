export type Vote = 'yes' | 'no'

export function toStats(yesCount: number, noCount: number) {
  const votes = yesCount + noCount
  return { percentage: votes ? Math.round((yesCount * 100) / votes) : 0, yesCount, noCount }
}

/** For 95 percent. */
export const Z = 1.959964

export function computeWilson(worked: number, tried: number): { lower: number; upper: number } {
  if (!tried) return { lower: 0, upper: 1 }
  const share = worked / tried
  const square = Z ** 2
  const centre = share + square / (2 * tried)
  const spread = Z * Math.sqrt((share * (1 - share)) / tried + square / (4 * tried ** 2))
  const whole = 1 + square / tried
  return { lower: Math.max(0, (centre - spread) / whole), upper: Math.min(1, (centre + spread) / whole) }
}

export const ENOUGH = 10

export const failsOften = (worked: number, tried: number) =>
  tried >= ENOUGH && computeWilson(worked, tried).upper < 0.5
