import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { sessions } from '~/platform/db/schema/members'

/** `keepTokenHash` null ends all. Call after notify(), which still pushes to them. Returns how many ended. */
export async function closeOtherSessions(
  userId: number,
  keepTokenHash: string | null,
  reader: Reader = db,
): Promise<number> {
  const others = keepTokenHash === null ? undefined : ne(sessions.token_hash, keepTokenHash)
  const ended = await reader
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), others))
    .returning({ kind: sessions.kind })
  return ended.length
}

const LISTED = 20

export async function listSessions(userId: number, tokenHash: string) {
  const isThis = sql<boolean>`${sessions.token_hash} = ${tokenHash}`
  const rows = await db
    .select({
      kind: sessions.kind,
      agent: sessions.agent,
      seenAt: sessions.last_seen_at,
      isThis,
      all: sql<number>`count(*) OVER ()::int`,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, sql`now()`)))
    .orderBy(desc(isThis), desc(sessions.last_seen_at))
    .limit(LISTED)
  return {
    sessions: rows.map(({ kind, agent, seenAt, isThis }) => ({ kind, agent, seenAt, isThis })),
    more: Math.max(0, (rows[0]?.all ?? 0) - LISTED),
  }
}
