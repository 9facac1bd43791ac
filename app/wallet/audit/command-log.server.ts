/** Lines of the operator log with a keyed hash, which nobody can make by SQL alone. */
import { eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { operatorLog, operatorLogRows } from '~/db/schema/operations'
import { blindIndex } from '~/db/seal.server'
import type { Defect } from './defect'

export type CommandOutcome = 'done' | 'partly' | 'refused' | 'failed'

interface Line {
  os_user: string
  operator_id: number | null
  source: string
  command: string
  /** UTC, to the microsecond. */
  started_at: string
}

/** Operator and source are part of it only where they are not the defaults, as in lines from before there were any. */
function computeSeal({ os_user, operator_id, source, command, started_at }: Line): string {
  const more = operator_id === null && source === 'command line' ? [] : [operator_id, source]
  return blindIndex(`command:${JSON.stringify([os_user, command, started_at, ...more])}`)
}

const inUtc = (time: string) =>
  sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

/** Who ran it and from where. `operatorId` null: an OS account that is bound to no operator. */
export interface CommandOrigin {
  osUser: string
  operatorId?: number | null
  source?: 'command line' | 'desk'
}

/** Writes the line before the command begins. `at`: when it began, for the demo's past. Returns its id. */
export async function recordCommand(origin: CommandOrigin, command: string, at?: Date): Promise<number> {
  const { osUser, operatorId = null, source = 'command line' } = origin
  const line = {
    os_user: osUser,
    operator_id: operatorId,
    source,
    command,
    started_at: at ? at.toISOString().replace('Z', '000Z') : await readClock(),
  }
  const [added] = await db
    .insert(operatorLog)
    .values({ ...line, started_at: sql`${line.started_at}::timestamptz`, seal: computeSeal(line) })
    .onConflictDoNothing({ target: operatorLog.seal })
    .returning({ id: operatorLog.id })
  // The same command began in the same microsecond: retry with a later time, because seals are unique.
  return added?.id ?? recordCommand(origin, command)
}

async function readClock(): Promise<string> {
  const [clock] = await db.execute<{ now: string }>(sql`SELECT ${inUtc('clock_timestamp()')} AS now`)
  return clock!.now
}

/** `result` may hold nothing private. In `tx`, the end is there exactly if the change is. */
export async function recordCommandEnd(
  id: number,
  outcome: CommandOutcome,
  { result = null, tx = db }: { result?: unknown; tx?: Reader } = {},
): Promise<void> {
  await tx
    .update(operatorLog)
    .set({ outcome, result, finished_at: sql`clock_timestamp()` })
    .where(eq(operatorLog.id, id))
}

export async function recordCommandRow(
  logId: number,
  subject: string,
  outcome: string,
  tx: Reader = db,
): Promise<void> {
  await tx.insert(operatorLogRows).values({ log_id: logId, subject, outcome })
}

export const COMMAND_CHECK = 'command logged by the application'

const BATCH = 1000

/** Lines without a seal are older than seals; a constraint refuses new ones. */
export async function findForgedCommands(reader: Reader, examples: number): Promise<Defect[]> {
  const found: { subject: string; detail: string }[] = []
  let count = 0
  for (let last = '0'; ;) {
    const lines = await reader.execute<Line & { id: string; seal: string } & Record<string, unknown>>(sql`
      SELECT id::text AS id, os_user, operator_id::int AS operator_id, source, command, ${inUtc('started_at')} AS started_at, seal
        FROM operator_log WHERE id > ${last}::bigint AND seal IS NOT NULL ORDER BY id LIMIT ${BATCH}`)
    for (const line of lines) {
      if (line.seal === computeSeal(line)) continue
      count++
      if (found.length < examples)
        found.push({ subject: line.id, detail: `${line.os_user}, ${line.started_at}: ${line.command}` })
    }
    if (lines.length < BATCH) break
    last = lines.at(-1)!.id
  }
  const next =
    'nobody typed it, or INDEX_KEY is another: log --days, then look at what was changed at that time'
  return found.map((one) => ({ check: COMMAND_CHECK, count, ...one, next }))
}
