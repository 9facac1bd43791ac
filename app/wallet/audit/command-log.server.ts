/** Lines of the operator log, each with a keyed hash: who can only run SQL cannot make one. */
import { eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { operatorLog } from '~/db/schema/operations'
import { blindIndex } from '~/db/seal.server'
import type { Defect } from './defect'

/** 'partly': some of its items were refused. */
export type CommandOutcome = 'done' | 'partly' | 'refused' | 'failed'

interface Line {
  os_user: string
  command: string
  /** UTC, to the microsecond. */
  started_at: string
}

const sealOf = ({ os_user, command, started_at }: Line) =>
  blindIndex(`command:${JSON.stringify([os_user, command, started_at])}`)

const inUtc = (time: string) =>
  sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

/** Returns the id of the line. */
export async function noteCommand(osUser: string, command: string): Promise<number> {
  const [clock] = await db.execute<{ now: string }>(sql`SELECT ${inUtc('clock_timestamp()')} AS now`)
  const line = { os_user: osUser, command, started_at: clock!.now }
  const [added] = await db
    .insert(operatorLog)
    .values({ ...line, started_at: sql`${line.started_at}::timestamptz`, seal: sealOf(line) })
    .onConflictDoNothing({ target: operatorLog.seal })
    .returning({ id: operatorLog.id })
  // The same command began in the same microsecond: seals are unique, so it takes another time.
  return added?.id ?? noteCommand(osUser, command)
}

export async function noteCommandEnd(id: number, outcome: CommandOutcome): Promise<void> {
  await db
    .update(operatorLog)
    .set({ outcome, finished_at: sql`now()` })
    .where(eq(operatorLog.id, id))
}

export const COMMAND_CHECK = 'command logged by the application'

const BATCH = 1000

/** Lines without a seal are older than seals: a constraint refuses new ones. */
export async function findForgedCommands(reader: Reader, examples: number): Promise<Defect[]> {
  const found: { subject: string; detail: string }[] = []
  let count = 0
  for (let last = '0'; ;) {
    const lines = await reader.execute<Line & { id: string; seal: string } & Record<string, unknown>>(sql`
      SELECT id::text AS id, os_user, command, ${inUtc('started_at')} AS started_at, seal
        FROM operator_log WHERE id > ${last}::bigint AND seal IS NOT NULL ORDER BY id LIMIT ${BATCH}`)
    for (const line of lines) {
      if (line.seal === sealOf(line)) continue
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
