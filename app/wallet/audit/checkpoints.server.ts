/**
 * Checkpoints: each night a hash over what was added to the record since the last one, chained to it, kept in the database
 * and in a file of DATA_DIR. Whoever rewrites an older row, with all triggers off, makes a hash that no longer fits.
 */
import { createHash } from 'node:crypto'
import { asc, desc } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { checkpoints } from '~/db/schema'
import { takeTurn } from '~/db/turns.server'
import { errorFacts, log } from '~/log.server'
import { schedule, type Schedule } from '~/schedule.server'
import { readFiles, writeCheckpointFile } from './checkpoint-files.server'
import { hashRange, RECORDED, settledIds, type Range } from './recorded.server'
import type { Defect } from '../audit.server'

export interface Checkpoint {
  id: number
  made_at: string
  /** The hash of the checkpoint before it; empty for the first. */
  previous: string
  ranges: Range[]
  /** SHA-256 over all of the above. */
  hash: string
}

type Row = typeof checkpoints.$inferSelect

const hashOf = ({ id, made_at, previous, ranges }: Omit<Checkpoint, 'hash'>): string =>
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

const checkpointOf = ({ id, made_at, previous, ranges, hash }: Row): Checkpoint => ({
  id,
  made_at: made_at.toISOString(),
  previous,
  ranges: ranges as Range[],
  hash,
})

/** Makes one now. Null: a transaction that may add an older row is still open; try again later. */
export async function makeCheckpoint({ patience }: { patience?: number } = {}): Promise<Checkpoint | null> {
  const ids = await settledIds(db, patience)
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
  const checkpoint = { ...made, hash: hashOf(made) }
  // Two at once would take the same id: the second one fails, and the first one stands.
  await db.insert(checkpoints).values({ ...checkpoint, made_at: new Date(checkpoint.made_at) })
  writeCheckpointFile(checkpoint)
  return checkpoint
}

const NEXT = 'history was rewritten after that night: stop payouts, compare this range with a backup'

/** Computes every checkpoint anew, and compares those of the database with those in the files; empty: nothing was rewritten. */
export async function findRewrites(reader: Reader = db): Promise<Defect[]> {
  const found: Omit<Defect, 'check' | 'count' | 'next'>[] = []
  const rows = (await reader.select().from(checkpoints).orderBy(asc(checkpoints.id))).map(checkpointOf)
  let before: Checkpoint | null = null
  for (const checkpoint of rows) {
    const subject = `checkpoint ${checkpoint.id}`
    const isChained =
      checkpoint.id === (before?.id ?? 0) + 1 &&
      checkpoint.previous === (before?.hash ?? '') &&
      Array.isArray(checkpoint.ranges) &&
      checkpoint.hash === hashOf(checkpoint)
    if (!isChained)
      found.push({ subject, detail: 'is not as it was made, or not the next of the one before it' })
    else for (const range of checkpoint.ranges) found.push(...(await compare(reader, subject, range)))
    before = checkpoint
  }
  found.push(...compareFiles(rows))
  return found.map((one) => ({
    check: 'history as it was recorded',
    count: found.length,
    next: NEXT,
    ...one,
  }))
}

async function compare(reader: Reader, subject: string, range: Range) {
  if (!RECORDED.includes(range.table)) return [{ subject, detail: `names a table ${range.table}` }]
  const now = await hashRange(reader, range)
  if (now.sha256 === range.sha256) return []
  const ids = `${range.table}, ids ${range.after} < id <= ${range.to}`
  return [
    {
      subject,
      detail: `${ids}: ${range.rows} rows then, ${now.rows} now${now.rows === range.rows ? ', others' : ''}`,
    },
  ]
}

/** A file whose checkpoint is not in the database as it says: the record was replaced, or a backup was restored. */
function compareFiles(rows: Checkpoint[]) {
  const known = new Map(rows.map(({ id, hash }) => [id, hash]))
  return readFiles()
    .filter(({ id, hash }) => known.get(id) !== hash)
    .map(({ file, id }) => ({
      subject: `checkpoint ${id}`,
      detail: known.has(id) ? `is another one than ${file}` : `of ${file} is not in the database`,
    }))
}

const JOB = 'checkpoint'
/** When the night is quietest, in India: 3 o'clock, which is 21:30 UTC. */
const NIGHT_MS = 77_400_000
const DAY_MS = 86_400_000

/** The last time that it was 3 o'clock at night in India. */
export const lastNight = (now: number): number => now - ((now - NIGHT_MS) % DAY_MS)

/** Makes the night's checkpoint, unless it is made; null: it was not due, or not our turn. */
export async function checkpointInTurn(now = Date.now()): Promise<object | null> {
  const [newest] = await db.select().from(checkpoints).orderBy(desc(checkpoints.id)).limit(1)
  if (newest && newest.made_at.getTime() >= lastNight(now)) return null
  return takeTurn(JOB, 600, async () => {
    const defects = await findRewrites()
    if (defects.length)
      log('error', 'the history was rewritten', { defects: defects.length, first: defects[0]!.detail })
    const made = await makeCheckpoint()
    if (made) log('info', 'checkpoint made', { id: made.id, hash: made.hash })
    return { made: made?.id ?? null, defects: defects.length }
  })
}

/** Looks every five minutes whether the night's checkpoint is due; of all processes one makes it. */
export const startCheckpoints = (every = 300): Schedule =>
  schedule(JOB, every, () =>
    checkpointInTurn().catch((error: unknown) => log('error', 'no checkpoint was made', errorFacts(error))),
  )
