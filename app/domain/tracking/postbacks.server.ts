import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { db, type Reader } from '~/platform/db/client.server'
import {
  isBounded,
  newestById,
  newestByTime,
  within,
  type Page,
  type Period,
} from '~/platform/db/period.server'
import { findQueuePlace, type QueuePlace } from '~/platform/db/queue-place.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { type InboxRow } from './inbox-row.server'

/** 'superseded': a later report replaced it; 'resolved': an operator decided it. */
export const POSTBACK_STATES = [
  'open',
  'applied',
  'repeat',
  'stale',
  'superseded',
  'quarantined',
  'resolved',
] as const

export type PostbackState = (typeof POSTBACK_STATES)[number]

export const getPostbackState = ({ outcome, resolved_at }: InboxRow): PostbackState =>
  resolved_at ? 'resolved' : (outcome ?? 'open')

export interface PostbackFilter extends Period {
  network?: string | undefined
  state?: PostbackState | undefined
  reason?: string | undefined
}

const matches = ({ network, state, reason, ...period }: PostbackFilter) =>
  and(
    network === undefined ? undefined : eq(postbackInbox.network, network),
    reason === undefined ? undefined : eq(postbackInbox.reason, reason),
    state === undefined ? undefined : inState(state),
    within(postbackInbox.received_at, period),
  )

function inState(state: PostbackState) {
  if (state === 'open') return isNull(postbackInbox.processed_at)
  if (state === 'resolved') return isNotNull(postbackInbox.resolved_at)
  return and(eq(postbackInbox.outcome, state), isNull(postbackInbox.resolved_at))
}

export function listPostbacks(filter: PostbackFilter, { after, limit }: Page): Promise<InboxRow[]> {
  const { id, received_at } = postbackInbox
  const { order, rest } = isBounded(filter) ? newestByTime(received_at, id, after) : newestById(id, after)
  return db
    .select()
    .from(postbackInbox)
    .where(and(matches(filter), rest))
    .orderBy(...order)
    .limit(limit)
}

export async function findPostback(id: number, reader: Reader = db): Promise<InboxRow | null> {
  const [row] = await reader.select().from(postbackInbox).where(eq(postbackInbox.id, id))
  return row ?? null
}

/** Newest first. */
export const findPlaceInQuarantine = (id: number): Promise<QueuePlace | null> =>
  findQueuePlace(
    { table: postbackInbox, isWaiting: inState('quarantined')!, rank: sql`-${postbackInbox.id}` },
    id,
  )

export const listPostbacksOfSale = (saleId: number): Promise<InboxRow[]> =>
  db
    .select()
    .from(postbackInbox)
    .where(eq(postbackInbox.conversion_id, saleId))
    .orderBy(asc(postbackInbox.id))
    .limit(200)

export async function listReplayable(filter: Omit<PostbackFilter, 'state'>): Promise<number[]> {
  const rows = await db
    .select({ id: postbackInbox.id })
    .from(postbackInbox)
    .where(matches({ ...filter, state: 'quarantined' }))
    .orderBy(asc(postbackInbox.id))
  return rows.map(({ id }) => id)
}

/** A plain equality would let the planner read the whole inbox for a network that never reported. */
export async function countByNetwork(): Promise<Map<string, { heard: Date | null; quarantined: number }>> {
  const rows = await db.execute<{ network: string; heard: string | null; quarantined: number }>(sql`
    SELECT n.network, h.heard, coalesce(q.quarantined, 0)::int AS quarantined
      FROM unnest(ARRAY[${sql.join(
        NETWORK_NAMES.map((name) => sql`${name}`),
        sql`, `,
      )}]::text[]) AS n (network)
      LEFT JOIN LATERAL (SELECT CASE i.network WHEN n.network THEN i.received_at END AS heard FROM postback_inbox i
                          WHERE (i.network, i.id) <= (n.network, 9223372036854775807)
                          ORDER BY i.network DESC, i.id DESC LIMIT 1) h ON true
      LEFT JOIN (SELECT network, count(*) AS quarantined FROM postback_inbox
                  WHERE outcome = 'quarantined' AND resolved_at IS NULL GROUP BY network) q USING (network)`)
  return new Map(
    rows.map(({ network, heard, quarantined }) => [
      network,
      { heard: heard === null ? null : new Date(heard), quarantined },
    ]),
  )
}
