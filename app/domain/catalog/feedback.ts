export type Vote = 'yes' | 'no'

export function toStats(yesCount: number, noCount: number) {
  const votes = yesCount + noCount
  return { percentage: votes ? Math.round((yesCount * 100) / votes) : 0, yesCount, noCount }
}
