import { asc } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { checkpoints } from '~/platform/db/schema/ledger'
import { readCheckpointFiles } from './checkpoint-files.server'
import { type Checkpoint, toCheckpoint, hashCheckpoint } from './checkpoints.server'
import { toDefects, type Defect, type Finding } from './audit'
import { hashRange, type Range, RECORDED } from './recorded.server'

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
