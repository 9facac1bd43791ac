import { desc, sql, type SQL } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { acceptedSteps } from '~/platform/db/schema/operations'
import { DIGESTED } from '~/platform/db/step-seals.server'
import { done, refused } from '~/platform/outcome'

export type Acceptance = typeof acceptedSteps.$inferSelect

/** In place of a row: every step so far, as after an older release ran on this database. */
const ALL = 'all'

/** Digests the row as it is now, or notes that it is gone, and vouches for its steps so far. `row` is as the audit names it: 'users 1004'. */
export async function acceptRow(row: string, { reason, by }: { reason: string; by: string }, tx: Tx) {
  if (row === ALL) {
    const newest = sql`(SELECT max(id) FROM row_steps)`
    return done({
      accepted: await insertAcceptance(
        { table_name: 'row_steps', row_id: ALL, step_id: newest, reason, by },
        tx,
      ),
      isThere: true,
    })
  }
  const [name = '', ...rest] = row.trim().split(/\s+/)
  const rowId = rest.join(' ')
  const table = DIGESTED.find((one) => one === name)
  if (!table || !rowId) return refused('no-such-row')
  const [step] = await tx.execute<{ id: string; is_there: boolean }>(sql`
    WITH known AS (SELECT max(id) AS id FROM row_steps WHERE table_name = ${table} AND row_id = ${rowId}),
         now AS (SELECT f[2]::uuid AS digest FROM ${sql.identifier(table)} t, facts_of(t) f WHERE f[1] = ${rowId})
    INSERT INTO row_steps (table_name, row_id, digest)
    SELECT ${table}, ${rowId}, (SELECT digest FROM now)
     WHERE (SELECT id FROM known) IS NOT NULL OR EXISTS (SELECT 1 FROM now)
    RETURNING id::text AS id, digest IS NOT NULL AS is_there`)
  if (!step) return refused('no-such-row')
  const step_id = sql`${step.id}::bigint`
  const accepted = await insertAcceptance({ table_name: table, row_id: rowId, step_id, reason, by }, tx)
  return done({ accepted, isThere: step.is_there })
}

type NewAcceptance = Pick<Acceptance, 'table_name' | 'row_id' | 'reason'> & { step_id: SQL; by: string }

async function insertAcceptance({ by, ...given }: NewAcceptance, tx: Tx): Promise<Acceptance> {
  const [accepted] = await tx
    .insert(acceptedSteps)
    .values({ ...given, accepted_by: by })
    .returning()
  return accepted!
}

/** Newest first. */
export const listAcceptances = (reader: Reader = db): Promise<Acceptance[]> =>
  reader.select().from(acceptedSteps).orderBy(desc(acceptedSteps.id))
