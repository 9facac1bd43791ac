/** A target of docs/speed.md with what was found: at most `most`, or at least `least`. */
export interface Verdict {
  /** Number of the target. */
  number: number
  what: string
  is: number
  most?: number
  least?: number
}

export const isReached = ({ is, most = Infinity, least = -Infinity }: Verdict) => is <= most && is >= least

export function describe(verdict: Verdict): string {
  const { what, is, most, least } = verdict
  const wanted = most === undefined ? `at least ${least}` : `at most ${most}`
  return `${isReached(verdict) ? 'reached' : 'MISSED '}  ${what}: ${is.toFixed(2)}, target ${wanted}`
}
