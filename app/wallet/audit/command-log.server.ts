/** Log lines whose begin and end have keyed hashes, so that SQL alone cannot forge them. */
import { eq, sql } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/db/client.server'
import { operatorLog, operatorLogRows } from '~/db/schema/operations'
import { blindIndex } from '~/db/seal.server'
import type { Defect } from './defect'

export type CommandOutcome = 'done' | 'partly' | 'refused' | 'failed'

interface Begin {
  os_user: string
  operator_id: number | null
  source: string
  command: string
  /** UTC, to the microsecond. */
  started_at: string
}

/** A seal contains operator and source only where they differ from the defaults, which older lines have. */
function computeSeal({ os_user, operator_id, source, command, started_at }: Begin): string {
  const more = operator_id === null && source === 'command line' ? [] : [operator_id, source]
  return blindIndex(`command:${JSON.stringify([os_user, command, started_at, ...more])}`)
}

interface End {
  seal: string | null
  outcome: string
  finished_at: string
  /** JSON as the database returns it, which reorders keys. */
  result: string | null
}

const computeEndSeal = ({ seal, outcome, finished_at, result }: End): string =>
  blindIndex(`command end:${JSON.stringify([seal, outcome, finished_at, result])}`)

const inUtc = (time: string) =>
  sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

const writeMicroseconds = (at: Date) => at.toISOString().replace('Z', '000Z')

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
    started_at: at ? writeMicroseconds(at) : await readClock(reader),
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
  const now = at ? sql`${writeMicroseconds(at)}::text` : inUtc('clock_timestamp()')
  const json = result === null ? null : JSON.stringify(result)
  const [end] = await tx.execute<Omit<End, 'outcome'> & Record<string, unknown>>(sql`
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

export const COMMAND_CHECK = 'command logged by the application'

const BATCH = 1000

type Line = Begin & {
  id: string
  outcome: string | null
  finished_at: string | null
  result: string | null
  seal: string
  end_seal: string | null
}

/** Lines and ends without a seal are older than seals; a constraint refuses new ones. */
export async function findForgedCommands(reader: Reader, examples: number): Promise<Defect[]> {
  const found: { subject: string; detail: string }[] = []
  let count = 0
  const [sealed] = await reader.execute<{ since: string | null }>(
    sql`SELECT ${inUtc('min(finished_at)')} AS since FROM operator_log WHERE end_seal IS NOT NULL`,
  )
  for (let last = '0'; ;) {
    const lines = await reader.execute<Line & Record<string, unknown>>(sql`
      SELECT id::text AS id, os_user, operator_id::int AS operator_id, source, command, ${inUtc('started_at')} AS started_at, seal,
             outcome, ${inUtc('finished_at')} AS finished_at, result::text AS result, end_seal
        FROM operator_log WHERE id > ${last}::bigint AND seal IS NOT NULL ORDER BY id LIMIT ${BATCH}`)
    for (const line of lines) {
      const forged = findForgery(line, sealed!.since)
      if (forged === null) continue
      count++
      if (found.length < examples)
        found.push({
          subject: line.id,
          detail: `${line.os_user}, ${line.started_at}: ${line.command}${forged}`,
        })
    }
    if (lines.length < BATCH) break
    last = lines.at(-1)!.id
  }
  const next =
    'nobody typed it, or INDEX_KEY is another: log list, then look at what was changed at that time'
  return found.map((one) => ({ check: COMMAND_CHECK, count, ...one, next }))
}

/** `since` is when ends began to be sealed. Null: the line is genuine. */
function findForgery(line: Line, since: string | null): string | null {
  if (line.seal !== computeSeal(line)) return ''
  const { outcome, finished_at, end_seal } = line
  const hasNoSeal = outcome === null || finished_at === null || since === null || finished_at < since
  if (end_seal === null && hasNoSeal) return null
  const isRight =
    outcome !== null && finished_at !== null && end_seal === computeEndSeal({ ...line, outcome, finished_at })
  return isRight ? null : '; its end is another one'
}
