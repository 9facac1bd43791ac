import { sql } from 'drizzle-orm'
import { db } from './client.server'

const GAP = 1_000_000

/** Advances every sequence, so that numbers given out after the backup (as in a bank file) are not used twice. */
export async function skipNumbers(): Promise<number> {
  const moved = await db.execute(sql`
    SELECT setval(s.seqrelid, coalesce(pg_sequence_last_value(s.seqrelid), 0) + ${GAP}::bigint)
      FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
     WHERE c.relnamespace = 'public'::regnamespace AND s.seqtypid = 'bigint'::regtype`)
  return moved.length
}
