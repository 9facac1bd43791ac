import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { findQueuePlace, type QueuePlace } from '~/platform/db/queue-place.server'
import { approvals } from '~/platform/db/schema/operations'
import { REQUEST_DAYS } from '~/domain/settings/independence.server'

export type Approval = typeof approvals.$inferSelect

export async function findWaiting(callHash: string): Promise<Approval | undefined> {
  const [waiting] = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.call_hash, callHash), eq(approvals.state, 'waiting')))
  return waiting
}

export async function findNewest(callHash: string): Promise<Approval | undefined> {
  const [newest] = await db
    .select()
    .from(approvals)
    .where(eq(approvals.call_hash, callHash))
    .orderBy(desc(approvals.id))
    .limit(1)
  return newest
}

export const endExpired = () =>
  db
    .update(approvals)
    .set({ state: 'expired', decided_at: sql`now()` })
    .where(
      and(
        eq(approvals.state, 'waiting'),
        lt(approvals.created_at, sql`now() - make_interval(days => ${REQUEST_DAYS})`),
      ),
    )

/** Undefined: the same request waits already. */
export async function addApproval(
  tx: Tx,
  request: Pick<Approval, 'call_hash' | 'command' | 'effect' | 'asked_by' | 'role'>,
): Promise<Approval | undefined> {
  const [row] = await tx
    .insert(approvals)
    .values(request)
    .onConflictDoNothing({ target: approvals.call_hash, where: sql`${approvals.state} = 'waiting'` })
    .returning()
  return row
}

/** Among those that wait, newest first. */
export const findPlaceOfApproval = (id: number): Promise<QueuePlace | null> =>
  findQueuePlace(
    { table: approvals, isWaiting: eq(approvals.state, 'waiting'), rank: sql`-${approvals.id}` },
    id,
  )

/** Null: the request does not wait for a decision. */
export async function decide(
  id: number,
  state: 'approved' | 'refused',
  by: string,
  tx: Reader = db,
): Promise<Approval | null> {
  const [row] = await tx
    .update(approvals)
    .set({ state, decided_by: by, decided_at: sql`now()` })
    .where(and(eq(approvals.id, id), eq(approvals.state, 'waiting')))
    .returning()
  return row ?? null
}

export async function findApproval(id: number, reader: Reader = db): Promise<Approval | null> {
  const [row] = await reader.select().from(approvals).where(eq(approvals.id, id))
  return row ?? null
}

export const listApprovals = (all: boolean, { after, limit }: Page): Promise<Approval[]> =>
  db
    .select()
    .from(approvals)
    .where(and(all ? undefined : eq(approvals.state, 'waiting'), continueBelow(approvals.id, after)))
    .orderBy(desc(approvals.id))
    .limit(limit)
