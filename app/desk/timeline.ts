import { formatRupees } from '~/platform/formats/money'
import type { Notification } from '~/domain/outreach/notifications.server'
import type { Signal } from '~/domain/signals/review.server'
import type { Note } from '~/domain/support/notes.server'
import type { ListedClaim } from '~/domain/tracking/read-claims.server'
import { getPostbackState } from '~/domain/tracking/postbacks.server'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import type { Visit } from '~/domain/tracking/visits.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { describeColumns, describeRows, type Table } from './columns'
import { nameCommand } from './find-operation'
import type { LogLine } from './log-lines.server'
import type { Next } from './operation'

export interface Event {
  at: Date
  what: string
  state?: string | null
  text: string
  next?: Next
}

const column = describeColumns<Event>()
const COLUMNS = [
  column.time('at', { title: 'when' }),
  column.text('what', { next: ({ next }) => next ?? null }),
  column.state('state'),
  // Some of them contain notes of support about members.
  column.words('text'),
]

export const MOST_EVENTS = 20
const SHOWN = 60

export const describeEvents = (events: readonly Event[]): Table =>
  describeRows(
    'timeline',
    COLUMNS,
    events.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, SHOWN),
    { title: 'Timeline', one: 'event', none: 'Nothing happened yet.' },
  )

export const showRecord = (operation: string, id: number): Next => ({ operation, input: { id } })

export const toVisitEvent = ({ click, store, offer }: Pick<Visit, 'click' | 'store' | 'offer'>): Event => ({
  at: click.created_at,
  what: 'visit',
  text: `${store}: ${offer}, click ${click.id}`,
})

export const toReportEvent = (row: InboxRow): Event => ({
  at: row.received_at,
  what: `report ${row.id}`,
  state: getPostbackState(row),
  text: [
    row.report && `${row.network} says ${row.report}`,
    row.sale_paise !== null && formatRupees(row.sale_paise),
    row.reason,
  ]
    .filter(Boolean)
    .join(', '),
  next: showRecord('postbacks show', row.id),
})

export async function listWithdrawalEvents(withdrawals: readonly Withdrawal[]): Promise<Event[]> {
  const amounts = new Map(withdrawals.map(({ id, amount_paise }) => [id, formatRupees(amount_paise)]))
  const steps = await listWithdrawalSteps(...amounts.keys())
  return steps.map(({ withdrawal_id: id, created_at, status, utr, reason }) => ({
    at: created_at,
    what: `withdrawal ${id}`,
    state: status,
    text: [amounts.get(id), utr && `UTR ${utr}`, reason].filter(Boolean).join(', '),
    next: showRecord('withdrawals show', id),
  }))
}

export const toClaimEvent = ({ id, created_at, state, kind, store }: ListedClaim): Event => ({
  at: created_at,
  what: `claim ${id}`,
  state,
  text: [kind, store].filter(Boolean).join(', '),
  next: showRecord('claims show', id),
})

/** Without those that were erased with the account. */
export const toNoteEvents = (notes: readonly Note[]): Event[] =>
  notes
    .filter(({ erased_at }) => erased_at === null)
    .map(({ id, created_at, os_user, body }) => ({
      at: created_at,
      what: `note ${id}`,
      text: `${os_user}: ${body}`,
    }))

/** When it was raised and, once it is decided, when that was. */
export const toSignalEvents = ({ id, raised_at, kind, cleared_at, upheld_at }: Signal): Event[] => {
  const toEvent = (state: string, at: Date | null): Event[] =>
    at ? [{ at, what: `signal ${id}`, state, text: kind, next: showRecord('signals show', id) }] : []
  return [...toEvent('open', raised_at), ...toEvent('upheld', upheld_at), ...toEvent('cleared', cleared_at)]
}

type Message = Pick<Notification, 'created_at' | 'title' | 'body'>

export const toMessageEvent = ({ created_at, title, body }: Message): Event => ({
  at: created_at,
  what: 'message to the member',
  text: `${title}: ${body}`,
})

export const toCommandEvent = async ({
  id,
  started_at,
  os_user,
  command,
  outcome,
}: LogLine): Promise<Event> => ({
  at: started_at,
  what: 'operator',
  state: outcome,
  text: `${os_user}: ${await nameCommand(command)}`,
  next: showRecord('log show', id),
})
