import { sql } from 'drizzle-orm'
import { db } from './client.server'

const GAP = 1_000_000

/**
 * Moves every numbering on, so that no number that left the system after the backup (of a withdrawal in a bank's file, of a
 * member) is given to somebody else.
 */
export async function skipNumbers(): Promise<number> {
  const moved = await db.execute(sql`
    SELECT setval(s.seqrelid, coalesce(pg_sequence_last_value(s.seqrelid), 0) + ${GAP}::bigint)
      FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
     WHERE c.relnamespace = 'public'::regnamespace AND s.seqtypid = 'bigint'::regtype`)
  return moved.length
}
