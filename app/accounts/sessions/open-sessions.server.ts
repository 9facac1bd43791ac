import { and, gt, inArray, isNull, sql, eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { sessions, users } from '~/db/schema/members'

export async function findOpenSessions(tokenHashes: string[]): Promise<Set<string>> {
  if (!tokenHashes.length) return new Set()
  // One parameter for any number of hashes, so that there is one prepared statement.
  const asked = sql`(SELECT unnest(string_to_array(${tokenHashes.join(',')}, ',')))`
  const rows = await db
    .select({ hash: sessions.token_hash })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(inArray(sessions.token_hash, asked), gt(sessions.expires_at, new Date()), isNull(users.deleted_at)),
    )
  return new Set(rows.map((row) => row.hash))
}
