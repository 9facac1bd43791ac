import { formatCount } from '~/formats/count'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/formats/dates'

/** `acts`: the operation that handles it, whose role gets the mail; null: an owner acts on the server (docs/operations.md). */
export const CAUSES = {
  audit: {
    title: 'The audit found defects, or did not run',
    next: 'Stop payouts and run `audit`; it names each defect and what to do about it.',
    acts: null,
  },
  checkpoint: {
    title: 'The nightly checkpoint is missing',
    next: 'Look in the log for `no checkpoint was made`, then run `audit --checkpoint`.',
    acts: null,
  },
  quarantine: {
    title: 'Many postbacks wait in quarantine',
    next: 'Run `postbacks list --state quarantined`, and replay, accept or dismiss them.',
    acts: 'postbacks replay',
  },
  'commission-lowered': {
    title: 'A network lowered its commission below what a sale cost',
    next: 'Run `conversions show`, and ask the network why; `users hold` keeps the cashback from leaving meanwhile.',
    acts: 'users hold',
  },
  'commission-raised': {
    title: 'A network reports more than twice its usual commission',
    next: 'Run `conversions list --network`, and compare some sales with the network’s own pages; until it is explained, `users hold` the members, and change its secret if the reports are not its own.',
    acts: 'users hold',
  },
  'postback-lag': {
    title: 'Reports are stored and not applied',
    next: 'Look in the log for `postback left in the inbox` and `scheduled work failed`; then restart the server.',
    acts: null,
  },
  'network-silent': {
    title: 'A network has not reported for longer than usual',
    next: 'Run `networks list` and `networks test`; then ask the network whether its postbacks fail.',
    acts: 'networks list',
  },
  'payout-stuck': {
    title: 'A payout is not settled',
    next: 'Run `withdrawals show`, look at the provider’s dashboard, and `withdrawals ask` again.',
    acts: 'withdrawals ask',
  },
  'payout-waiting': {
    title: 'Withdrawals wait for you',
    next: 'Run `withdrawals list --status requested` and `--status processing`; approve, refuse or pay them.',
    acts: 'withdrawals approve',
  },
  'payout-conflict': {
    title: 'A payout provider contradicts the books',
    next: 'Run `conflicts show`, compare with the provider’s dashboard, then `conflicts resolve`.',
    acts: 'conflicts resolve',
  },
  'adjustment-waiting': {
    title: 'An adjustment waits for approval',
    next: 'Run `adjustments show`, then `adjustments approve` or `refuse` as another person than the one who requested it.',
    acts: 'adjustments approve',
  },
  'setting-lowered': {
    title: 'A change of a setting protects less',
    next: 'Run `settings list`; then `settings approve` with another account than the one that made it, or `settings set` the value in force to call it off.',
    acts: 'settings approve',
  },
  alone: {
    title: 'One person is about to decide alone',
    next: 'Nobody who may agree is independent of the person. Look at it (`approvals show`, `adjustments show`, `settings list`, `books periods`); an owner who does not want it refuses it: `approvals refuse`, `adjustments refuse`, `books refuse`, or `settings set` the value in force.',
    acts: 'today',
  },
  'second-person': {
    title: 'A request waits for another person',
    next: 'Look at it (`approvals show`, `adjustments show`, `settings list`, `books periods`); then agree or refuse.',
    acts: 'today',
  },
  'offers-held': {
    title: 'Offers of a feed wait for a second person',
    next: 'Run `catalogue held`; then `catalogue accept`, or `approvals refuse` what you did not expect: a link of another host or publisher sends the commission elsewhere. After an upgrade, `networks confirm-links` confirms the links in use at once.',
    acts: 'catalogue accept',
  },
  'proofs-large': {
    title: 'Members send very many files as proofs',
    next: 'Look at the newest by `claims list`, and at the room that the database has; `users hold` does not stop files. Let the proxy log the addresses of `/Account/Claims/` for a while, and block those that send them.',
    acts: null,
  },
  'proxy-unlisted': {
    title: 'Somebody who is no proxy of ours sent X-Forwarded-For',
    next: 'Look in the log for `X-Forwarded-For is ignored`, which names the address: list it in TRUSTED_PROXIES if it is your proxy, whose visitors share one limit until then; else close the port to it.',
    acts: null,
  },
  'link-mails': {
    title: 'No more mails with links are sent in this hour',
    next: 'Look in the log for `mail with a link not sent`: somebody may misuse the forms; raise LINK_MAILS_PER_HOUR if members do.',
    acts: null,
  },
  'messages-waiting': {
    title: 'Messages cannot be sent',
    next: 'Look at the answer in its detail, and for `a delivery failed` in the log; then at the mail server (docs/operations.md, ‘Mail’).',
    acts: null,
  },
  'not-checked': {
    title: 'A condition could not be evaluated',
    next: 'Look in the log for `alert condition failed`.',
    acts: null,
  },
} as const

export type Cause = keyof typeof CAUSES

export interface Finding {
  cause: Cause
  /** Distinguishes alerts of one cause; empty if the cause has only one. */
  subject: string
  /** Contains no personal data. */
  detail: string
}

export interface Moment {
  at: Date
  /** Milliseconds since the start: jobs that this process had no time to run are not overdue. */
  uptime: number
}

export interface Condition {
  name: string
  causes: readonly Cause[]
  find(moment: Moment): Promise<Finding[]>
}

/** A stored cause may be of another version of the application. */
export const describeCause = (cause: string): { title: string; next: string; acts: string | null } =>
  (CAUSES as Partial<Record<string, (typeof CAUSES)[Cause]>>)[cause] ?? {
    title: cause,
    next: 'This version does not know this cause.',
    acts: null,
  }

/** Each finding opens an alert; above this limit only the oldest do. */
export const MAX_FINDINGS = 20

export function formatDuration(ms: number): string {
  if (ms < 2 * HOUR_MS) return formatCount(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < 2 * DAY_MS) return formatCount(Math.floor(ms / HOUR_MS), 'hour')
  return formatCount(Math.floor(ms / DAY_MS), 'day')
}

export const hoursBefore = (at: Date, hours: number): Date => new Date(at.getTime() - hours * HOUR_MS)
