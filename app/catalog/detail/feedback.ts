export type Vote = 'yes' | 'no'

export interface FeedbackStats {
  percentage: number
  yesCount: number
  noCount: number
}

export function toStats(yesCount: number, noCount: number): FeedbackStats {
  const votes = yesCount + noCount
  return { percentage: votes ? Math.round((yesCount * 100) / votes) : 0, yesCount, noCount }
}
