/** Lines of the operator log with a keyed hash, which nobody can make by SQL alone. */
import { eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { operatorLog } from '~/db/schema/operations'
import { blindIndex } from '~/db/seal.server'
import type { Defect } from './defect'

export type CommandOutcome = 'done' | 'partly' | 'refused' | 'failed'

interface Line {
  os_user: string
  command: string
  /** UTC, to the microsecond. */
  started_at: string
}

const computeSeal = ({ os_user, command, started_at }: Line) =>
  blindIndex(`command:${JSON.stringify([os_user, command, started_at])}`)

const inUtc = (time: string) =>
  sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

export async function recordCommand(osUser: string, command: string): Promise<number> {
  const [clock] = await db.execute<{ now: string }>(sql`SELECT ${inUtc('clock_timestamp()')} AS now`)
  const line = { os_user: osUser, command, started_at: clock!.now }
  const [added] = await db
    .insert(operatorLog)
    .values({ ...line, started_at: sql`${line.started_at}::timestamptz`, seal: computeSeal(line) })
    .onConflictDoNothing({ target: operatorLog.seal })
    .returning({ id: operatorLog.id })
  // The same command began in the same microsecond: retry with a later time, because seals are unique.
  return added?.id ?? recordCommand(osUser, command)
}

export async function recordCommandEnd(id: number, outcome: CommandOutcome): Promise<void> {
  await db
    .update(operatorLog)
    .set({ outcome, finished_at: sql`now()` })
    .where(eq(operatorLog.id, id))
}

export const COMMAND_CHECK = 'command logged by the application'

const BATCH = 1000

/** Lines without a seal are older than seals; a constraint refuses new ones. */
export async function findForgedCommands(reader: Reader, examples: number): Promise<Defect[]> {
  const found: { subject: string; detail: string }[] = []
  let count = 0
  for (let last = '0'; ;) {
    const lines = await reader.execute<Line & { id: string; seal: string } & Record<string, unknown>>(sql`
      SELECT id::text AS id, os_user, command, ${inUtc('started_at')} AS started_at, seal
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
