/** A nightly hash chain over append-only rows: it reveals changes of older rows, even with all triggers disabled. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { desc, asc } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db, type Reader } from '~/platform/db/client.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { checkpoints } from '~/platform/db/schema/ledger'
import { findLastNight } from '~/platform/formats/dates'
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { hashRange, RECORDED, findSettledIds, type Range } from './recorded.server'
import { findChangedPeriods } from './month-files.server'
import { toDefects, type Defect, type Finding } from './audit'

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

const JOB = 'checkpoint'

export async function checkpointIfDue(now = Date.now()): Promise<object | null> {
  const [newest] = await db.select().from(checkpoints).orderBy(desc(checkpoints.id)).limit(1)
  if (newest && newest.made_at.getTime() >= findLastNight(now)) return null
  return runIfDue(JOB, 600, async () => {
    const defects = [...(await findRewrites()), ...(await findChangedPeriods())]
    if (defects.length)
      log('error', 'the history was rewritten', { defects: defects.length, first: defects[0]!.detail })
    const made = await makeCheckpoint()
    if (made) log('info', 'checkpoint made', { id: made.id, hash: made.hash })
    return { made: made?.id ?? null, defects: defects.length }
  })
}

export const checkpointTimer = defineTimer({
  name: JOB,
  every: 300,
  does: 'seal the day of the books, at night',
  job: { name: JOB },
  work: () =>
    checkpointIfDue().catch((error: unknown) => log('error', 'no checkpoint was made', errorFacts(error))),
})

const NEXT = 'history was rewritten after that night: stop payouts, compare this range with a backup'

export async function findRewrites(reader: Reader = db): Promise<Defect[]> {
  const found: Finding[] = []
  const rows = (await reader.select().from(checkpoints).orderBy(asc(checkpoints.id))).map(toCheckpoint)
  let before: Checkpoint | null = null
  for (const checkpoint of rows) {
    const subject = `checkpoint ${checkpoint.id}`
    const isChained =
      checkpoint.id === (before?.id ?? 0) + 1 &&
      checkpoint.previous === (before?.hash ?? '') &&
      Array.isArray(checkpoint.ranges) &&
      checkpoint.hash === hashCheckpoint(checkpoint)
    if (!isChained)
      found.push({ subject, detail: 'is not as it was made, or not the next of the one before it' })
    else for (const range of checkpoint.ranges) found.push(...(await compare(reader, subject, range)))
    before = checkpoint
  }
  found.push(...compareFiles(rows))
  return toDefects('history as it was recorded', NEXT, found)
}

async function compare(reader: Reader, subject: string, range: Range): Promise<Finding[]> {
  if (!RECORDED.includes(range.table)) return [{ subject, detail: `names a table ${range.table}` }]
  const now = await hashRange(reader, range)
  if (now.sha256 === range.sha256) return []
  const ids = `${range.table}, ids ${range.after} < id <= ${range.to}`
  const others = now.rows === range.rows ? ', others' : ''
  return [{ subject, detail: `${ids}: ${range.rows} rows then, ${now.rows} now${others}` }]
}

/** A mismatch means that the chain was replaced, or a backup was restored. */
function compareFiles(rows: Checkpoint[]): Finding[] {
  const known = new Map(rows.map(({ id, hash }) => [id, hash]))
  return readCheckpointFiles()
    .filter(({ id, hash }) => known.get(id) !== hash)
    .map(({ file, id }) => ({
      subject: `checkpoint ${id}`,
      detail: known.has(id) ? `is another one than ${file}` : `of ${file} is not in the database`,
    }))
}

// Copies of checkpoints in files, out of reach for an attacker who can write to the database only.

export const checkpointFolder = () => path.join(path.resolve(env().DATA_DIR), 'checkpoints')

/** Writes atomically with mode 0600. A failure is only logged, because the database has the checkpoint. */
export function writeCheckpointFile(checkpoint: { id: number }): boolean {
  const file = path.join(checkpointFolder(), `${String(checkpoint.id).padStart(6, '0')}.json`)
  const part = `${file}.part`
  try {
    fs.mkdirSync(checkpointFolder(), { recursive: true, mode: 0o700 })
    fs.rmSync(part, { force: true })
    fs.writeFileSync(part, `${JSON.stringify(checkpoint, null, 2)}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    fs.renameSync(part, file)
    return true
  } catch (error) {
    log('error', 'the file of a checkpoint was not written', errorFacts(error))
    return false
  }
}

/** An unreadable file has id 0 and no hash. */
export function readCheckpointFiles(): { file: string; id: number; hash: string | null }[] {
  if (!fs.existsSync(checkpointFolder())) return []
  return fs
    .readdirSync(checkpointFolder())
    .filter((name) => /^\d{6,}\.json$/.test(name))
    .sort()
    .map((name) => ({
      file: name,
      ...readOne(path.join(checkpointFolder(), name)),
    }))
}

function readOne(file: string): { id: number; hash: string | null } {
  try {
    const { id, hash } = JSON.parse(fs.readFileSync(file, 'utf8')) as { id?: unknown; hash?: unknown }
    if (typeof id === 'number' && typeof hash === 'string') return { id, hash }
  } catch {
    // An unreadable file counts as a file without a known checkpoint.
  }
  return { id: 0, hash: null }
}
