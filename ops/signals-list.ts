import { formatTime } from '~/formats/dates'
import { listSignals, type Signal, type SignalMember, type SignalState } from '~/signals/review.server'
import type { SignalKind } from '~/signals/signals.server'
import { type ListOptions, readFilter, printList } from './list-options'
import { type Column, truncate, text } from './safe-text'

export const MEANINGS: Record<SignalKind, { says: string; look: string }> = {
  'same-destination': {
    says: 'their payouts go to the same bank account or UPI ID',
    look: 'A family may share an account. Many accounts, or a referrer among them, may be one person.',
  },
  'referral-device': {
    says: 'a member and the friend whom they referred signed in in the same browser',
    look: 'A family may share a phone. Check whether the friend buys only what the referral reward requires.',
  },
  'sign-up-burst': {
    says: 'their accounts were made within an hour from one network address',
    look: 'An office or a hostel has one address for all. Look at names, referrals and clicks.',
  },
  'click-burst': {
    says: 'clicks were refused because the member exceeded CLICKS_PER_HOUR',
    look: 'Probably a bot. Check which offers were clicked, and whether their sales are real.',
  },
  'returning-number': {
    says: 'an account of this number was deleted that owes or owed money, or was on hold',
    look: 'The number may belong to somebody else by now.',
  },
}

export function membersText(members: readonly SignalMember[], most: number): string {
  const shown = members.slice(0, most).map(({ id, referrer, deleted }) => {
    const more = [referrer !== null && `referred by ${referrer}`, deleted && 'deleted'].filter(Boolean)
    return more.length ? `${id} (${more.join(', ')})` : String(id)
  })
  const left = members.length - shown.length
  return [...shown, ...(left ? [`and ${left} more`] : [])].join(', ')
}

const COLUMNS: readonly Column<Signal>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'KIND', cell: ({ kind }) => kind },
  { head: 'RAISED', cell: ({ raised_at }) => formatTime(raised_at) },
  { head: 'MEMBERS', cell: ({ members }) => membersText(members, 4) },
  { head: 'UPHELD', cell: ({ upheld_reason }) => truncate(upheld_reason ?? '', 40) },
  { head: 'CLEARED', cell: ({ cleared_reason }) => truncate(cleared_reason ?? '', 40) },
]

export async function list(options: ListOptions & { state: SignalState; kind?: SignalKind }): Promise<void> {
  const { state, kind, limit } = options
  const { userId: member, ...period } = await readFilter(options)
  const rows = await listSignals({ state, ...(kind && { kind }), member, ...period }, limit)
  printList(rows, options, {
    columns: state === 'open' ? COLUMNS.slice(0, -2) : COLUMNS,
    one: 'signal',
    none: text`No signal is ${state}.`,
    toJson,
    fields: [
      'id',
      'kind',
      'members',
      'raised_at',
      'cleared_at',
      'cleared_reason',
      'upheld_at',
      'upheld_reason',
    ],
  })
}

/** Omits the facts, which are hashes. Times are in UTC. */
export const toJson = ({
  id,
  kind,
  members,
  raised_at,
  cleared_at,
  cleared_reason,
  upheld_at,
  upheld_reason,
}: Signal) => ({
  id,
  kind,
  members,
  raised_at,
  cleared_at,
  cleared_reason,
  upheld_at,
  upheld_reason,
})
