import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import {
  computeEndSeal,
  computeSeal,
  inUtc,
  type CommandBegin,
} from '~/domain/operators/command-seals.server'
import { toDefects, type Defect, type Finding } from '../audit'
import { readBatches } from './read-batches'

export const COMMAND_CHECK = 'command logged by the application'

const BATCH = 1000

type Line = CommandBegin & {
  id: string
  outcome: string | null
  finished_at: string | null
  result: string | null
  seal: string
  end_seal: string | null
}

/** Lines and ends without a seal are older than seals; a constraint refuses new ones. */
export async function findForgedCommands(reader: Reader, examples: number): Promise<Defect[]> {
  const found: Finding[] = []
  let count = 0
  const [sealed] = await reader.execute<{ since: string | null }>(
    sql`SELECT ${inUtc('min(finished_at)')} AS since FROM operator_log WHERE end_seal IS NOT NULL`,
  )
  for await (const line of readBatches<Line>(BATCH, '0', (after) => readLines(reader, after))) {
    const forged = findForgery(line, sealed!.since)
    if (forged === null) continue
    count++
    if (found.length < examples)
      found.push({
        subject: line.id,
        detail: `${line.os_user}, ${line.started_at}: ${line.command}${forged}`,
      })
  }
  const next =
    'nobody typed it, or INDEX_KEY is another: log list, then look at what was changed at that time'
  return toDefects(COMMAND_CHECK, next, found, count)
}

const readLines = (reader: Reader, after: string): Promise<Line[]> =>
  reader.execute<Line & Record<string, unknown>>(sql`
    SELECT id::text AS id, os_user, operator_id::int AS operator_id, source, command, ${inUtc('started_at')} AS started_at, seal,
           outcome, ${inUtc('finished_at')} AS finished_at, result::text AS result, end_seal
      FROM operator_log WHERE id > ${after}::bigint AND seal IS NOT NULL ORDER BY id LIMIT ${BATCH}`)

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
