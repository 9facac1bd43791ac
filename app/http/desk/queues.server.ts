/** From one record of a queue to the next one: on its page, and after what was done about it. */
import { formatCount } from '~/platform/formats/count'
import type { QueuePlace } from '~/platform/db/queue-place.server'
import { readId } from '~/platform/formats/ids'
import { upperFirst } from '~/platform/formats/upper-first'
import { fill } from '~/messages/message'
import { queueMessages } from '~/messages/queues'
import { findPlaceOfApproval } from '~/domain/operators/approvals.server'
import { findPlaceOfSignal } from '~/domain/signals/review.server'
import { findPlaceInQuarantine } from '~/domain/tracking/postbacks.server'
import { findPlaceOfClaim } from '~/domain/tracking/read-claims.server'
import { findPlaceOfRequest } from '~/domain/wallet/list-withdrawals.server'
import type { TypedInput } from '~/desk/command-text'
import { findOperation } from '~/desk/find-operation'
import { mayDo, type Role } from '~/desk/roles'
import { buildOperationPath } from './views/paths'
import type { LinkView } from './views/view'

interface Queue {
  words: { one: string; many: string }
  find: (id: number) => Promise<QueuePlace | null>
  to: string
  /** Operations of the topic whose number is not that of its record. */
  others?: readonly string[]
}

/** By their topic, whose operation `show` is the page of a record. */
const QUEUES: Record<string, Queue> = {
  approvals: {
    words: queueMessages.approvals,
    find: findPlaceOfApproval,
    to: buildOperationPath('approvals list'),
  },
  claims: {
    words: queueMessages.claims,
    find: findPlaceOfClaim,
    to: buildOperationPath('claims'),
    others: ['claims proof'],
  },
  postbacks: {
    words: queueMessages.postbacks,
    find: findPlaceInQuarantine,
    to: buildOperationPath('postbacks list', { state: 'quarantined' }),
  },
  signals: {
    words: queueMessages.signals,
    find: findPlaceOfSignal,
    to: buildOperationPath('signals list'),
  },
  withdrawals: {
    words: queueMessages.withdrawals,
    find: findPlaceOfRequest,
    to: buildOperationPath('withdrawals'),
    others: ['withdrawals reprint'],
  },
}

export interface QueueView {
  /** '3 of 12 open signals'. */
  place: string
  to: string
  previous: string | null
  next: string | null
}

/** Of a record that waits; null: it waits in no queue. `name`: of the operation that shows it. */
export async function readQueueOf(name: string, { id }: { id?: number }): Promise<QueueView | null> {
  const [topic = '', second] = name.split(' ')
  const queue = QUEUES[topic]
  if (!queue || second !== 'show' || id === undefined) return null
  const place = await queue.find(id)
  if (!place || place.position === null) return null
  const toPath = (other: number | null) => (other === null ? null : buildOperationPath(name, { id: other }))
  return {
    place: fill(queueMessages.place, {
      position: place.position,
      count: place.count,
      what: place.count === 1 ? queue.words.one : queue.words.many,
    }),
    to: queue.to,
    previous: toPath(place.previous),
    next: toPath(place.next),
  }
}

/** What follows an operation about one record of a queue. */
export interface FollowUp {
  /** Null: it was about several. */
  record: LinkView | null
  /** Null: no other one waits. */
  next: LinkView | null
  queue: LinkView
}

export interface RecordName {
  topic: string
  /** Null: several. */
  id: number | null
}

/** The record that the input of an operation names; null: none of a queue. */
export function findRecordOf(operation: string, { id, ids }: TypedInput): RecordName | null {
  const [topic = ''] = operation.split(' ')
  const queue = QUEUES[topic]
  const [typed, ...more] = [id ?? ids ?? []].flat()
  const number = readId(typed ?? '')
  if (!queue || queue.others?.includes(operation) || number === null) return null
  return { topic, id: more.length ? null : number }
}

/** Null: there is no such record, or the role may not open it. */
export async function readFollowUp({ topic, id }: RecordName, role: Role): Promise<FollowUp | null> {
  const queue = QUEUES[topic]!
  const show = await findOperation(`${topic} show`)
  if (!mayDo(role, show.role)) return null
  if (id === null)
    return { record: null, next: null, queue: { title: upperFirst(queue.words.many), to: queue.to } }
  const place = await queue.find(id)
  if (!place) return null
  const toLink = (number: number): LinkView => ({
    title: `${show.title} ${number}`,
    to: buildOperationPath(show.name, { id: number }),
  })
  return {
    record: toLink(id),
    next: place.next === null ? null : toLink(place.next),
    queue: { title: formatCount(place.count, queue.words.one, queue.words.many), to: queue.to },
  }
}
