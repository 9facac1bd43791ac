/** How an operator types and reads what is said of a store and is not a number. */
export const UNKNOWN = 'unknown'

export const writeAnswer = (answer: boolean | null): string =>
  answer === null ? UNKNOWN : answer ? 'yes' : 'no'
