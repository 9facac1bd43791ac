import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/db/client.server'
import { continueBelow, type Page } from '~/db/period.server'
import { approvals } from '~/db/schema/operations'

export type Approval = typeof approvals.$inferSelect

export const APPROVAL_DAYS = 7

export async function findWaiting(callHash: string): Promise<Approval | undefined> {
  const [waiting] = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.call_hash, callHash), eq(approvals.state, 'waiting')))
  return waiting
}

export const endExpired = () =>
  db
    .update(approvals)
    .set({ state: 'expired', decided_at: sql`now()` })
    .where(
      and(
        eq(approvals.state, 'waiting'),
        lt(approvals.created_at, sql`now() - make_interval(days => ${APPROVAL_DAYS})`),
      ),
    )

/** Undefined: the same request waits already. */
export async function addApproval(
  tx: Tx,
  request: Pick<Approval, 'call_hash' | 'command' | 'effect' | 'asked_by'>,
): Promise<Approval | undefined> {
  const [row] = await tx
    .insert(approvals)
    .values(request)
    .onConflictDoNothing({ target: approvals.call_hash, where: sql`${approvals.state} = 'waiting'` })
    .returning()
  return row
}

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

export async function findApproval(id: number): Promise<Approval | null> {
  const [row] = await db.select().from(approvals).where(eq(approvals.id, id))
  return row ?? null
}

export const listApprovals = (all: boolean, { after, limit }: Page): Promise<Approval[]> =>
  db
    .select()
    .from(approvals)
    .where(and(all ? undefined : eq(approvals.state, 'waiting'), continueBelow(approvals.id, after)))
    .orderBy(desc(approvals.id))
    .limit(limit)

/** Operators whose invitation nobody else has agreed to, with the inviter. */
export async function listInvitedAlone(): Promise<Map<string, string>> {
  const rows = await db.execute<{ name: string; by: string }>(sql`
    SELECT p.name, o.os_user AS by
      FROM operators p
      JOIN operator_log o ON o.outcome = 'done' AND o.command LIKE 'operators invite %'
       AND o.result @> jsonb_build_object('changed', jsonb_build_array(jsonb_build_object('subject', 'operator ' || p.id)))
     WHERE NOT EXISTS (SELECT 1 FROM operator_log_rows r WHERE r.log_id = o.id AND r.outcome = 'agreed')`)
  return new Map(rows.map(({ name, by }) => [name, by]))
}
