/** How operators type and read the answers about a store that are not numbers. */
export const UNKNOWN = 'unknown'

export const writeAnswer = (answer: boolean | null): string =>
  answer === null ? UNKNOWN : answer ? 'yes' : 'no'
