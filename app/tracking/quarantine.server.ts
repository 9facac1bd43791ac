import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { isBounded, within, type Period } from '~/db/period.server'
import { postbackInbox } from '~/db/schema/sales'
import { done, refused, type Done, type Refused } from '~/outcome'
import { moneyTransaction } from '~/wallet/ledger/ledger.server'
import type { ReportVerdict } from './conversions.server'
import type { Accept } from './evaluate-report'
import { applyInOrder, type InboxRow } from './inbox-order.server'

/** 'open': not processed yet; 'superseded': a later report counts instead; 'resolved': by an operator. */
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

export const stateOf = ({ outcome, resolved_at }: InboxRow): PostbackState =>
  resolved_at ? 'resolved' : (outcome ?? 'open')

/** The period of the receipt. */
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

export const listPostbacks = (filter: PostbackFilter, limit: number): Promise<InboxRow[]> =>
  db
    .select()
    .from(postbackInbox)
    .where(matches(filter))
    .orderBy(...(isBounded(filter) ? [desc(postbackInbox.received_at)] : []), desc(postbackInbox.id))
    .limit(limit)

export async function findPostback(id: number): Promise<InboxRow | null> {
  const [row] = await db.select().from(postbackInbox).where(eq(postbackInbox.id, id))
  return row ?? null
}

export const listPostbacksOf = (conversionId: number): Promise<InboxRow[]> =>
  db
    .select()
    .from(postbackInbox)
    .where(eq(postbackInbox.conversion_id, conversionId))
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

export async function countByNetwork(): Promise<Map<string, { heard: Date | null; quarantined: number }>> {
  const rows = await db.execute<{ network: string; heard: string | null; quarantined: number }>(sql`
    SELECT n.network, h.heard, coalesce(q.quarantined, 0)::int AS quarantined
      FROM unnest(ARRAY['trackier', 'tune', 'impact', 'admitad', 'awin']) AS n (network)
      LEFT JOIN LATERAL (SELECT received_at AS heard FROM postback_inbox i
                          WHERE i.network = n.network ORDER BY i.id DESC LIMIT 1) h ON true
      LEFT JOIN (SELECT network, count(*) AS quarantined FROM postback_inbox
                  WHERE outcome = 'quarantined' AND resolved_at IS NULL GROUP BY network) q USING (network)`)
  return new Map(
    rows.map(({ network, heard, quarantined }) => [
      network,
      { heard: heard === null ? null : new Date(heard), quarantined },
    ]),
  )
}

type Refusal =
  | Refused<'not-found' | 'not-overridable'>
  | Refused<'settled', { state: PostbackState }>
  | Refused<'still-quarantined', { verdict: ReportVerdict }>
  | Refused<'superseded'>

const OVERRIDABLE = new Set([
  'after-rejection',
  'over-sale-limit',
  'over-day-limit',
  'over-loss-limit',
  'over-cap',
])

export const replayPostback = (id: number): Promise<Done<{ verdict: ReportVerdict }> | Refusal> =>
  work(id, async (tx, row) => done({ verdict: await applyInOrder(tx, row) }))

/** Overrides a limit or an earlier rejection. With another obstacle, the postback stays in quarantine. */
export const resolveAccepted = (
  id: number,
  words: string,
  accept: Accept = 'in-full',
): Promise<Done<{ verdict: ReportVerdict }> | Refusal> =>
  work(id, async (tx, row) => {
    if (!OVERRIDABLE.has(row.reason ?? '')) return refused('not-overridable')
    const verdict = await applyInOrder(tx, row, { accept })
    if (verdict.outcome === 'quarantined') return refused('still-quarantined', { verdict })
    if (verdict.outcome === 'superseded') return refused('superseded')
    await resolve(tx, id, words)
    return done({ verdict })
  })

export const dismissPostback = (id: number, words: string): Promise<Done | Refusal> =>
  work(id, async (tx) => {
    await resolve(tx, id, words)
    return done()
  })

const resolve = (tx: Tx, id: number, resolution: string) =>
  tx
    .update(postbackInbox)
    .set({
      resolved_at: sql`now()`,
      resolution,
      outcome: sql`coalesce(outcome, 'quarantined')`,
      processed_at: sql`coalesce(processed_at, now())`,
    })
    .where(eq(postbackInbox.id, id))

function work<Result>(
  id: number,
  command: (tx: Tx, row: InboxRow) => Promise<Result>,
): Promise<Result | Refusal> {
  return moneyTransaction(async (tx) => {
    const [row] = await tx.select().from(postbackInbox).where(eq(postbackInbox.id, id)).for('update')
    if (!row) return refused('not-found')
    const state = stateOf(row)
    if (state !== 'open' && state !== 'quarantined') return refused('settled', { state })
    return command(tx, row)
  })
}
