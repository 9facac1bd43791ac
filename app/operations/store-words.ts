export const UNKNOWN = 'unknown'

export const writeAnswer = (answer: boolean | null): string =>
  answer === null ? UNKNOWN : answer ? 'yes' : 'no'
