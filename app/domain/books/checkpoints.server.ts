/** A nightly hash chain over append-only rows: it reveals changes of older rows, even with all triggers disabled. */
import { createHash } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { checkpoints } from '~/platform/db/schema/ledger'
import { writeCheckpointFile } from './checkpoint-files.server'
import { hashRange, RECORDED, findSettledIds, type Range } from './recorded.server'

export interface Checkpoint {
  id: number
  made_at: string
  previous: string
  ranges: Range[]
  hash: string
}

type Row = typeof checkpoints.$inferSelect

export const hashCheckpoint = ({ id, made_at, previous, ranges }: Omit<Checkpoint, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        id,
        made_at,
        previous,
        ranges.map(({ table, after, to, rows, sha256 }) => [table, after, to, rows, sha256]),
      ]),
    )
    .digest('hex')

export const toCheckpoint = ({ id, made_at, previous, ranges, hash }: Row): Checkpoint => ({
  id,
  made_at: made_at.toISOString(),
  previous,
  ranges: ranges as Range[],
  hash,
})

/** Null: an open transaction may still add an older row. `written`: the checkpoint is also in a file. */
export async function makeCheckpoint({ patience }: { patience?: number } = {}): Promise<
  (Checkpoint & { written: boolean }) | null
> {
  const ids = await findSettledIds(db, patience)
  if (!ids) return null
  const [before] = await db.select().from(checkpoints).orderBy(desc(checkpoints.id)).limit(1)
  const ends = new Map((before?.ranges as Range[] | undefined)?.map(({ table, to }) => [table, to]))
  const ranges: Range[] = []
  for (const table of RECORDED)
    ranges.push(await hashRange(db, { table, after: ends.get(table) ?? '0', to: ids[table] }))
  const made = {
    id: (before?.id ?? 0) + 1,
    made_at: new Date().toISOString(),
    previous: before?.hash ?? '',
    ranges,
  }
  const checkpoint = { ...made, hash: hashCheckpoint(made) }
  // If two checkpoints are made at once with the same id, the second insert fails.
  await db.insert(checkpoints).values({ ...checkpoint, made_at: new Date(checkpoint.made_at) })
  return { ...checkpoint, written: writeCheckpointFile(checkpoint) }
}
