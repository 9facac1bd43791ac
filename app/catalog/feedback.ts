/** 'Did it work?': what its votes come to. Pure. */

export type Vote = 'yes' | 'no'

export interface FeedbackStats {
  /** Of the votes, those for yes; whole percent; 0 without votes. */
  percentage: number
  yesCount: number
  noCount: number
}

export function toStats(yesCount: number, noCount: number): FeedbackStats {
  const votes = yesCount + noCount
  return { percentage: votes ? Math.round((yesCount * 100) / votes) : 0, yesCount, noCount }
}
