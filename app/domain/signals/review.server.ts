import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { continueBelow, within, type Page, type Period } from '~/platform/db/period.server'
import { findQueuePlace, type QueuePlace } from '~/platform/db/queue-place.server'
import { signalMembers, signals } from '~/platform/db/schema/fraud'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'

export const SIGNAL_STATES = ['open', 'upheld', 'cleared'] as const
export type SignalState = (typeof SIGNAL_STATES)[number]

export interface SignalMember {
  id: number
  referrer: number | null
  deleted: boolean
  /** False: only named. */
  about: boolean
}

export type Signal = typeof signals.$inferSelect & { members: SignalMember[] }

const IN_STATE: Record<SignalState, SQL | undefined> = {
  open: and(isNull(signals.cleared_at), isNull(signals.upheld_at)),
  upheld: and(isNull(signals.cleared_at), isNotNull(signals.upheld_at)),
  cleared: isNotNull(signals.cleared_at),
}

export async function listSignals(
  {
    state,
    kind,
    member,
    ...period
  }: Period & { state?: SignalState; kind?: Signal['kind']; member?: number | undefined },
  { after, limit }: Page,
): Promise<Signal[]> {
  const isMember = sql`EXISTS (SELECT 1 FROM signal_members m WHERE m.signal_id = ${signals.id} AND m.user_id = ${member})`
  const rows = await db
    .select()
    .from(signals)
    .where(
      and(
        state && IN_STATE[state],
        kind && eq(signals.kind, kind),
        member === undefined ? undefined : isMember,
        within(signals.raised_at, period),
        continueBelow(signals.id, after),
      ),
    )
    .orderBy(desc(signals.id))
    .limit(limit)
  return Promise.all(rows.map(async (row) => ({ ...row, members: await listMembers(row.id) })))
}

export async function findSignal(id: number, reader: Reader = db): Promise<Signal | null> {
  const [row] = await reader.select().from(signals).where(eq(signals.id, id))
  return row ? { ...row, members: await listMembers(id) } : null
}

/** A burst of sign-ups may be an office or a hostel: until it is upheld, it ties nobody to the members of other signals. */
const TIES = sql`(s.kind <> 'sign-up-burst' OR s.upheld_at IS NOT NULL) AND s.cleared_at IS NULL`

/** The members of a signal, and whoever other signals that are not cleared tie to them, directly or by others. */
export async function listRing(id: number, limit: number): Promise<number[]> {
  const rows = await db.execute<{ user_id: string }>(sql`
    WITH RECURSIVE ring AS (
      SELECT user_id FROM signal_members WHERE signal_id = ${id}
      UNION
      SELECT other.user_id
        FROM ring
        JOIN signal_members own ON own.user_id = ring.user_id
        JOIN signals s ON s.id = own.signal_id
        JOIN signal_members other ON other.signal_id = s.id
       WHERE ${TIES})
    SELECT user_id FROM ring ORDER BY user_id LIMIT ${limit}`)
  return rows.map(({ user_id }) => Number(user_id))
}

/** Those that are not cleared, newest first. */
export async function listSignalsAbout(userIds: readonly number[], limit: number): Promise<Signal[]> {
  if (!userIds.length) return []
  const isAbout = sql`EXISTS (SELECT 1 FROM signal_members m WHERE m.signal_id = ${signals.id} AND m.user_id = ANY(${sql.param([...userIds])}::bigint[]))`
  const rows = await db
    .select()
    .from(signals)
    .where(and(isNull(signals.cleared_at), isAbout))
    .orderBy(desc(signals.id))
    .limit(limit)
  return Promise.all(rows.map(async (row) => ({ ...row, members: await listMembers(row.id) })))
}

/** Among the open ones, newest first. */
export const findPlaceOfSignal = (id: number): Promise<QueuePlace | null> =>
  findQueuePlace({ table: signals, isWaiting: IN_STATE.open!, rank: sql`-${signals.id}` }, id)

const MOST_MEMBERS = 200

async function listMembers(signalId: number): Promise<SignalMember[]> {
  const isMember = sql`EXISTS (SELECT 1 FROM signal_members m WHERE m.signal_id = ${signalId} AND m.user_id = ${users.referred_by})`
  return db
    .select({
      id: users.id,
      referrer: sql<number | null>`CASE WHEN ${isMember} THEN ${users.referred_by} END`.mapWith(Number),
      deleted: sql<boolean>`${users.deleted_at} IS NOT NULL`,
      about: sql<boolean>`coalesce(${signalMembers.about}, true)`,
    })
    .from(signalMembers)
    .innerJoin(users, eq(users.id, signalMembers.user_id))
    .where(eq(signalMembers.signal_id, signalId))
    .orderBy(asc(signalMembers.added_at), asc(users.id))
    .limit(MOST_MEMBERS)
}

/** Also releases the members' referral income. The same facts raise no new signal. */
export const clearSignal = (
  id: number,
  cleared_reason: string,
  within?: Tx,
): Promise<Done | Refused<'not-found' | 'cleared'>> =>
  inTransaction(async (tx) => {
    const found = await lockUncleared(tx, id)
    if (!found.ok) return found
    await tx.update(signals).set({ cleared_at: NOW, cleared_reason }).where(eq(signals.id, id))
    return done()
  }, within)

/** The members' waiting and new referral income is not credited until the signal is cleared. */
export const upholdSignal = (
  id: number,
  upheld_reason: string,
  within?: Tx,
): Promise<Done | Refused<'not-found' | 'cleared' | 'upheld'>> =>
  inTransaction(async (tx) => {
    const found = await lockUncleared(tx, id)
    if (!found.ok) return found
    if (found.isUpheld) return refused('upheld')
    await tx.update(signals).set({ upheld_at: NOW, upheld_reason }).where(eq(signals.id, id))
    return done()
  }, within)

const NOW = sql`now()`

async function lockUncleared(tx: Tx, id: number) {
  const [row] = await tx.select().from(signals).where(eq(signals.id, id)).for('update')
  if (!row) return refused('not-found')
  return row.cleared_at ? refused('cleared') : done({ isUpheld: row.upheld_at !== null })
}
