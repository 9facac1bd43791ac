import type { Reader } from '~/platform/db/client.server'
import { findSignal, type Signal, type SignalMember } from '~/domain/signals/review.server'
import { describeColumns } from '../columns'
import { requireFound } from '../lookups.server'

export function nameMembers(members: readonly SignalMember[], most: number): string {
  const names = members.slice(0, most).map(({ id, referrer, deleted, about }) => {
    const more = [
      referrer !== null && `referred by ${referrer}`,
      deleted && 'deleted',
      !about && 'only named',
    ].filter(Boolean)
    return more.length ? `${id} (${more.join(', ')})` : String(id)
  })
  const left = members.length - names.length
  return [...names, ...(left ? [`and ${left} more`] : [])].join(', ')
}

/** Without the facts, which are hashes. */
const column = describeColumns<Signal>()
export const SIGNAL_COLUMNS = [
  ...column.own('id', 'kind'),
  column.text('members', ({ members }) => nameMembers(members, Infinity), { only: 'data' }),
  column.time('raised_at', { title: 'raised' }),
  column.text('members', ({ members }) => nameMembers(members, 4), { only: 'screen' }),
  column.time('cleared_at', { only: 'data', title: 'cleared' }),
  column.text('upheld', ({ upheld_reason }) => upheld_reason, { only: 'screen', width: 40 }),
  column.text('cleared', ({ cleared_reason }) => cleared_reason, { only: 'screen', width: 40 }),
  column.text('cleared_reason', { only: 'data', title: 'cleared because' }),
  column.time('upheld_at', { only: 'data', title: 'upheld' }),
  column.text('upheld_reason', { only: 'data', title: 'upheld because' }),
]

export const requireSignal = async (id: number, reader?: Reader): Promise<Signal> =>
  requireFound(await findSignal(id, reader), `signal ${id}`, 'signals list')
