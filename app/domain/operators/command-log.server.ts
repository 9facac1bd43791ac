import { eq, sql } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { operatorLog, operatorLogRows } from '~/platform/db/schema/operations'
import { computeEndSeal, computeSeal, inUtc, type CommandEnd } from './command-seals.server'

export type CommandOutcome = 'done' | 'partly' | 'refused' | 'failed'

const formatMicroseconds = (at: Date) => at.toISOString().replace('Z', '000Z')

/** `operatorId` is null if the OS account is bound to no operator. */
export interface CommandOrigin {
  osUser: string
  operatorId?: number | null
  source?: 'command line' | 'desk'
  requestKey?: string | null
}

/** Call it before the command begins. `at` is a time in the demo's past. Returns the id of the line. */
export async function recordCommand(
  origin: CommandOrigin,
  command: string,
  { at, reader = db }: { at?: Date | undefined; reader?: Reader } = {},
): Promise<number> {
  const { osUser, operatorId = null, source = 'command line', requestKey = null } = origin
  const line = {
    os_user: osUser,
    operator_id: operatorId,
    source,
    command,
    started_at: at ? formatMicroseconds(at) : await readClock(reader),
  }
  const [added] = await reader
    .insert(operatorLog)
    .values({
      ...line,
      started_at: sql`${line.started_at}::timestamptz`,
      seal: computeSeal(line),
      request_key: requestKey,
    })
    .onConflictDoNothing({ target: operatorLog.seal })
    .returning({ id: operatorLog.id })
  // Seals are unique: a command that began in the same microsecond needs a later time.
  return added?.id ?? recordCommand(origin, command, { at: at && new Date(at.getTime() + 1), reader })
}

async function readClock(reader: Reader): Promise<string> {
  const [clock] = await reader.execute<{ now: string }>(sql`SELECT ${inUtc('clock_timestamp()')} AS now`)
  return clock!.now
}

interface EndOptions {
  result?: unknown
  /** The end is written if and only if this transaction commits. */
  tx?: Tx
  at?: Date
}

export const recordCommandEnd = (
  id: number,
  outcome: CommandOutcome,
  { result = null, tx, at }: EndOptions = {},
): Promise<void> => inTransaction((within) => writeEnd(id, outcome, { result, at }, within), tx)

/** The end is never before the time of the transaction, which its digest has. */
async function writeEnd(
  id: number,
  outcome: CommandOutcome,
  { result, at }: { result: unknown; at: Date | undefined },
  tx: Tx,
): Promise<void> {
  const now = at ? sql`${formatMicroseconds(at)}::text` : inUtc('clock_timestamp()')
  const json = result === null ? null : JSON.stringify(result)
  const [end] = await tx.execute<Omit<CommandEnd, 'outcome'> & Record<string, unknown>>(sql`
    SELECT seal, ${now} AS finished_at, ${json}::jsonb::text AS result
      FROM operator_log WHERE id = ${id}`)
  if (!end) return
  await tx
    .update(operatorLog)
    .set({
      outcome,
      result: sql`${end.result}::jsonb`,
      finished_at: sql`${end.finished_at}::timestamptz`,
      end_seal: computeEndSeal({ ...end, outcome }),
    })
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
