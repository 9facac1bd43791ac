/** A nightly hash chain over append-only rows: it reveals changes of older rows, even with all triggers disabled. */
import { createHash } from 'node:crypto'
import { asc, desc } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { checkpoints } from '~/db/schema/ledger'
import { takeTurn } from '~/db/job-lock.server'
import { errorFacts, log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { readCheckpointFiles, writeCheckpointFile } from './checkpoint-files.server'
import { hashRange, RECORDED, settledIds, type Range } from './recorded.server'
import type { Defect } from './audit.server'

export interface Checkpoint {
  id: number
  made_at: string
  /** Empty for the first checkpoint. */
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

/** Null: a transaction that may add an older row is still open; try again later. */
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
  // Of two concurrent checkpoints with the same id the second insert fails.
  await db.insert(checkpoints).values({ ...checkpoint, made_at: new Date(checkpoint.made_at) })
  writeCheckpointFile(checkpoint)
  return checkpoint
}

const NEXT = 'history was rewritten after that night: stop payouts, compare this range with a backup'

/** Computes all checkpoints again and compares them with the database and the files; empty: no row was changed. */
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

/** A mismatch means that the chain was replaced, or a backup was restored. */
function compareFiles(rows: Checkpoint[]) {
  const known = new Map(rows.map(({ id, hash }) => [id, hash]))
  return readCheckpointFiles()
    .filter(({ id, hash }) => known.get(id) !== hash)
    .map(({ file, id }) => ({
      subject: `checkpoint ${id}`,
      detail: known.has(id) ? `is another one than ${file}` : `of ${file} is not in the database`,
    }))
}

const JOB = 'checkpoint'
/** 03:00 in India is 21:30 UTC. */
const NIGHT_MS = 77_400_000
const DAY_MS = 86_400_000

export const lastNight = (now: number): number => now - ((now - NIGHT_MS) % DAY_MS)

/** Null: it is not due, or another process makes it. */
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

export const startCheckpoints = (every = 300): Schedule =>
  schedule(JOB, every, () =>
    checkpointInTurn().catch((error: unknown) => log('error', 'no checkpoint was made', errorFacts(error))),
  )
