/** What an alert may be about, in words, and what to do about it; docs/operator.md, 'Alerts', has more. */

export const CAUSES = {
  audit: {
    title: 'The audit found defects, or did not run',
    next: 'Stop payouts and run `audit`; it names each defect and what to do about it.',
  },
  checkpoint: {
    title: 'The checkpoint of the night is missing',
    next: 'Look in the log for `no checkpoint was made`, then run `audit --checkpoint`.',
  },
  quarantine: {
    title: 'Many postbacks wait in quarantine',
    next: 'Run `postbacks list --state quarantined`, and replay, accept or dismiss them.',
  },
  'postback-lag': {
    title: 'Reports are stored and not applied',
    next: 'Look in the log for `postback left in the inbox` and `scheduled work failed`; then restart the server.',
  },
  'network-silent': {
    title: 'A network has not reported for longer than usual',
    next: 'Run `networks list` and `networks test`; then ask the network whether its postbacks fail.',
  },
  'payout-stuck': {
    title: 'A payout is not settled',
    next: 'Run `withdrawals show`, look at the provider’s dashboard, and `withdrawals ask` again.',
  },
  'payout-waiting': {
    title: 'Withdrawals wait for you',
    next: 'Run `withdrawals list --status requested` and `--status processing`; approve, refuse or pay them.',
  },
  'payout-conflict': {
    title: 'A payout provider contradicts the books',
    next: 'Run `conflicts show`, compare with the provider’s dashboard, then `conflicts resolve`.',
  },
  'not-checked': {
    title: 'A condition could not be evaluated',
    next: 'Look in the log for `alert condition failed`.',
  },
} as const

export type Cause = keyof typeof CAUSES

/** Something that is wrong now. */
export interface Finding {
  cause: Cause
  /** Which of several; empty where there is only one. */
  subject: string
  /** What was found, without any person's name, number or account. */
  detail: string
}

/** What a condition is evaluated by. */
export interface Moment {
  at: Date
  /** How long this process has run, in ms: what it has yet to do is not late. */
  uptime: number
}

/** Finds what is wrong of some causes; the others are none of its business. */
export interface Condition {
  name: string
  causes: readonly Cause[]
  find(moment: Moment): Promise<Finding[]>
}

/** The words for a cause of this or of another version. */
export const wordsOf = (cause: string): { title: string; next: string } =>
  (CAUSES as Partial<Record<string, (typeof CAUSES)[Cause]>>)[cause] ?? {
    title: cause,
    next: 'This version does not know the cause.',
  }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** '45 minutes', '7 hours', '3 days': whole units, rounded down. */
export function lengthOf(ms: number): string {
  const [n, unit] =
    ms < 2 * HOUR
      ? [Math.floor(ms / MINUTE), 'minute']
      : ms < 48 * HOUR
        ? [Math.floor(ms / HOUR), 'hour']
        : [Math.floor(ms / (24 * HOUR)), 'day']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** The instant so many hours before. */
export const hoursBefore = (at: Date, hours: number): Date => new Date(at.getTime() - hours * HOUR)
