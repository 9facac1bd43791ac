/** An open signal blocks approvals without a reason, and holds referral income (0022-fraud-signals.md). */
import { and, arrayContains, eq, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { signalMembers, signals } from '~/db/schema/fraud'
import { log } from '~/runtime/log.server'

export type SignalKind = (typeof signals.$inferSelect)['kind']

export interface NewSignal {
  kind: SignalKind
  /** Identifies the signal within its kind: a keyed hash, ids or a date; never personal data. */
  facts: string
  members: readonly number[]
}

/** Take this lock before querying for other members: concurrent transactions then see each other's rows. */
export async function lockFacts(tx: Tx, { kind, facts }: Omit<NewSignal, 'members'>): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`signal ${kind} ${facts}`}, 0))`)
}

/** Raises a signal, or adds members to the open one. Null: an operator cleared it for all of them. */
export async function raiseSignal(tx: Tx, signal: NewSignal): Promise<number | null> {
  const members = [...new Set(signal.members)]
  await lockFacts(tx, signal)
  const id = (await findOpen(tx, signal)) ?? (await open(tx, signal, members))
  if (id === null) return null
  await tx
    .insert(signalMembers)
    .values(members.map((user_id) => ({ signal_id: id, user_id })))
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

export const hasOpenSignal = (userId: SQLWrapper | number): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM signal_members sm JOIN signals s ON s.id = sm.signal_id
    WHERE sm.user_id = ${userId} AND s.cleared_at IS NULL)`
