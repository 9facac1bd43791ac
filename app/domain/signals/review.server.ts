import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
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
  return withMembers(rows)
}

export async function findSignal(id: number, reader: Reader = db): Promise<Signal | null> {
  const [row] = await reader.select().from(signals).where(eq(signals.id, id))
  return row ? (await withMembers([row], reader))[0]! : null
}

/** A burst of sign-ups may be an office or a hostel: until it is upheld, it ties nobody to the members of other signals. */
const TIES = sql`(s.kind <> 'sign-up-burst' OR s.upheld_at IS NOT NULL) AND s.cleared_at IS NULL`

/** Signals in a chain at most, from the one that is looked at to an account. */
const MOST_STEPS = 8

/** `tied`: the nearest first. `named`: signals name them beside those, and lead no further. */
export interface Ring {
  tied: number[]
  named: number[]
}

/**
 * Whom a signal is about, and whom others that are not cleared tie to them, directly or by others; `limit` accounts in all. Nobody who
 * is only named is a way to the next one: a stranger's order or bank account can be named by anyone.
 */
export async function listRing(id: number, limit: number): Promise<Ring> {
  const tied = new Set<number>()
  const named = new Set<number>()
  let frontier: SQL | null = sql`s.id = ${id}`
  for (let step = 0; frontier && step < MOST_STEPS && tied.size < limit; step++) {
    const found = await listTied(frontier, [...tied], limit - tied.size)
    const added = found.filter(({ isTied }) => isTied).map(({ userId }) => userId)
    for (const { userId, isTied } of found) (isTied ? tied : named).add(userId)
    frontier = added.length
      ? sql`${TIES} AND s.id IN (SELECT signal_id FROM signal_members
          WHERE user_id = ANY(${toArray(added)}) AND about IS NOT FALSE)`
      : null
  }
  const others = [...named].filter((userId) => !tied.has(userId))
  return { tied: [...tied], named: others.slice(0, limit - tied.size) }
}

const toArray = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`

/** Members of these signals who are not `known` yet. */
async function listTied(
  condition: SQL,
  known: readonly number[],
  limit: number,
): Promise<{ userId: number; isTied: boolean }[]> {
  const rows = await db.execute<{ user_id: string; is_tied: boolean }>(sql`
    SELECT m.user_id, bool_or(m.about IS NOT FALSE) AS is_tied
      FROM signal_members m JOIN signals s ON s.id = m.signal_id
     WHERE ${condition} AND m.user_id <> ALL(${toArray(known)})
     GROUP BY m.user_id ORDER BY is_tied DESC, m.user_id LIMIT ${limit}`)
  return rows.map(({ user_id, is_tied }) => ({ userId: Number(user_id), isTied: is_tied }))
}

/** Those that are not cleared and do more than name one of them, newest first; `own` also where it only names. */
export async function listSignalsAbout(
  userIds: readonly number[],
  limit: number,
  own: number | null = null,
): Promise<Signal[]> {
  const isAbout = sql`EXISTS (SELECT 1 FROM signal_members m WHERE m.signal_id = ${signals.id} AND m.user_id = ANY(${toArray(userIds)}) AND m.about IS NOT FALSE)`
  const isOwn = own === null ? undefined : eq(signals.id, own)
  const rows = await db
    .select()
    .from(signals)
    .where(and(isNull(signals.cleared_at), or(isAbout, isOwn)))
    .orderBy(desc(signals.id))
    .limit(limit)
  return withMembers(rows)
}

/** Among the open ones, newest first. */
export const findPlaceOfSignal = (id: number): Promise<QueuePlace | null> =>
  findQueuePlace({ table: signals, isWaiting: IN_STATE.open!, rank: sql`-${signals.id}` }, id)

const MOST_MEMBERS = 200

async function withMembers(
  rows: readonly (typeof signals.$inferSelect)[],
  reader: Reader = db,
): Promise<Signal[]> {
  const members = await listMembers(
    rows.map(({ id }) => id),
    reader,
  )
  return rows.map((row) => ({ ...row, members: members.get(row.id) ?? [] }))
}

/** Of each signal, at most MOST_MEMBERS, in the order in which they came to it. */
async function listMembers(
  signalIds: readonly number[],
  reader: Reader,
): Promise<Map<number, SignalMember[]>> {
  if (!signalIds.length) return new Map()
  const ranked = reader
    .select({
      signal_id: signalMembers.signal_id,
      user_id: signalMembers.user_id,
      about: signalMembers.about,
      place:
        sql<number>`row_number() OVER (PARTITION BY ${signalMembers.signal_id} ORDER BY ${signalMembers.added_at}, ${signalMembers.user_id})`
          .mapWith(Number)
          .as('place'),
    })
    .from(signalMembers)
    .where(inArray(signalMembers.signal_id, [...signalIds]))
    .as('ranked')
  const isMember = sql`EXISTS (SELECT 1 FROM signal_members m WHERE m.signal_id = ${ranked.signal_id} AND m.user_id = ${users.referred_by})`
  const rows = await reader
    .select({
      signalId: ranked.signal_id,
      id: users.id,
      referrer: sql<number | null>`CASE WHEN ${isMember} THEN ${users.referred_by} END`.mapWith(Number),
      deleted: sql<boolean>`${users.deleted_at} IS NOT NULL`,
      about: sql<boolean>`coalesce(${ranked.about}, true)`,
    })
    .from(ranked)
    .innerJoin(users, eq(users.id, ranked.user_id))
    .where(lte(ranked.place, MOST_MEMBERS))
    .orderBy(asc(ranked.place))
  const found = new Map<number, SignalMember[]>()
  for (const { signalId, ...member } of rows) found.set(signalId, [...(found.get(signalId) ?? []), member])
  return found
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
