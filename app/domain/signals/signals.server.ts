/** An open signal about a member blocks approvals without a reason, and holds referral income (docs/rules.md#60). */
import { and, arrayContains, eq, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { signalMembers, signals } from '~/platform/db/schema/fraud'
import { log } from '~/platform/log.server'

export type SignalKind = (typeof signals.$inferSelect)['kind']

export interface NewSignal {
  kind: SignalKind
  /** Identifies the signal within its kind: a keyed hash, ids or a date; never personal data. */
  facts: string
  members: readonly number[]
  /** Members whom it names and never blocks. */
  named?: readonly number[]
}

/** Take this lock before querying for other members: concurrent transactions then see each other's rows. */
export async function lockFacts(tx: Tx, { kind, facts }: Pick<NewSignal, 'kind' | 'facts'>): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`signal ${kind} ${facts}`}, 0))`)
}

/** Raises a signal, or adds members to the open one. Null: an operator cleared it for all of them. */
export async function raiseSignal(tx: Tx, signal: NewSignal): Promise<number | null> {
  const about = new Map([
    ...(signal.named ?? []).map((member) => [member, false] as const),
    ...signal.members.map((member) => [member, true] as const),
  ])
  await lockFacts(tx, signal)
  const id = (await findOpen(tx, signal)) ?? (await open(tx, signal, [...about.keys()]))
  if (id === null) return null
  await tx
    .insert(signalMembers)
    .values([...about].map(([user_id, about]) => ({ signal_id: id, user_id, about })))
    .onConflictDoNothing()
  return id
}

const isSameSignal = ({ kind, facts }: NewSignal) => and(eq(signals.kind, kind), eq(signals.facts, facts))

async function findOpen(tx: Tx, signal: NewSignal): Promise<number | null> {
  const [row] = await tx
    .select({ id: signals.id })
    .from(signals)
    .where(and(isSameSignal(signal), isNull(signals.cleared_at)))
  return row?.id ?? null
}

async function open(tx: Tx, signal: NewSignal, members: number[]): Promise<number | null> {
  const of = sql<number[]>`array_agg(${signalMembers.user_id})`
  const [cleared] = await tx
    .select({ id: signals.id })
    .from(signals)
    .innerJoin(signalMembers, eq(signalMembers.signal_id, signals.id))
    .where(and(isSameSignal(signal), isNotNull(signals.cleared_at)))
    .groupBy(signals.id)
    .having(arrayContains(of, sql`${`{${members.join()}}`}::bigint[]`))
    .limit(1)
  if (cleared) return null
  const { kind, facts } = signal
  const [row] = await tx.insert(signals).values({ kind, facts }).returning({ id: signals.id })
  log('warn', 'fraud signal', { signal: row!.id, kind })
  return row!.id
}

/**
 * SQL: whether signal `s` blocks its member `m`. A burst of sign-ups blocks nobody until it is upheld. Of signals from before they
 * had a direction, only the one about a destination blocks, and only who came later to one that somebody else was paid to.
 */
const BLOCKS = `(s.cleared_at IS NULL AND m.about IS NOT FALSE AND (s.upheld_at IS NOT NULL OR s.kind <> 'sign-up-burst' AND (
  m.about OR s.kind NOT IN ('same-destination', 'claimed-order') OR s.kind = 'same-destination'
    AND EXISTS (SELECT 1 FROM withdrawals w JOIN withdrawal_steps p ON p.withdrawal_id = w.id AND p.status = 'paid'
                 WHERE w.destination_index = s.facts AND w.status = 'paid' AND w.user_id <> m.user_id AND p.created_at < m.added_at)
    AND NOT EXISTS (SELECT 1 FROM withdrawals w
                     WHERE w.destination_index = s.facts AND w.status = 'paid' AND w.user_id = m.user_id))))`

/** SQL: the member of this column or parameter is blocked by an open signal, or by an upheld one. */
export const blockedBySignal = (userId: string, verdict: 'open' | 'upheld' = 'open'): string => `EXISTS (
  SELECT 1 FROM signal_members m JOIN signals s ON s.id = m.signal_id
   WHERE m.user_id = ${userId} AND ${BLOCKS}${verdict === 'upheld' ? ' AND s.upheld_at IS NOT NULL' : ''})`

export const hasOpenSignal = (userId: SQLWrapper | number): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM signal_members m JOIN signals s ON s.id = m.signal_id
    WHERE m.user_id = ${userId} AND ${sql.raw(BLOCKS)})`

/** Those of the members whom an open or upheld signal blocks. */
export async function listBlocked(userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.execute<{ user_id: string }>(sql`
    SELECT DISTINCT m.user_id FROM signal_members m JOIN signals s ON s.id = m.signal_id
     WHERE m.user_id = ANY(${sql.param([...userIds])}::bigint[]) AND ${sql.raw(BLOCKS)}`)
  return new Set(rows.map(({ user_id }) => Number(user_id)))
}
