/** Finds steps that the application did not write: keyed hashes, which SQL cannot check (docs/decisions/0100-sealed-steps.md). */
import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { readStepSeal, type RowStep } from '~/platform/db/step-seals.server'
import { toDefects, type Defect, type Finding } from '../audit'
import { readBatches } from './read-batches'
import { isAcceptedStep, range, SEALED_FROM } from './row-steps'

export const SEAL_CHECK = 'change by the application'
export const LOG_END_CHECK = 'operator log to its end'

const BATCH = 5000

/** How long an unsealed step is named: the audit reads every step of this time. Checkpoints fix older ones. */
const NAMED_FOR = "interval '90 days'"

/** The last step that is older than that; 0: none. */
const OLDER = `coalesce((SELECT max(id) FROM (${range('row_steps')}) c WHERE c.made_at < now() - ${NAMED_FOR}), 0)`

type Step = RowStep & { at: string; is_new: boolean; is_accepted: boolean } & Record<string, unknown>

export async function findUnsealedSteps(reader: Reader, examples: number): Promise<Defect[]> {
  const found: Finding[] = []
  let count = 0
  const commands = new Set<string>()
  const [since] = await reader.execute<{ after: string | null }>(
    sql.raw(
      `SELECT greatest(${SEALED_FROM}, ${OLDER})::text AS after FROM (SELECT ${SEALED_FROM} AS begin) b WHERE b.begin IS NOT NULL`,
    ),
  )
  if (!since) return []
  for await (const step of readBatches<Step>(BATCH, since.after!, (after) => readSteps(reader, after))) {
    const seal = readStepSeal(step)
    if (seal) commands.add(seal.newestCommand)
    // An acceptance vouches for others, never for one that SQL made.
    if (seal || (step.is_accepted && step.table_name !== 'accepted_steps')) continue
    count++
    if (found.length >= examples) continue
    const what = step.digest === null ? 'deleted' : step.is_new ? 'added' : 'changed'
    found.push({
      subject: `${step.table_name} ${step.row_id}`,
      detail: `${what} ${step.at}, ${step.seal ? 'with a false seal' : 'by SQL'}`,
    })
  }
  return [
    ...toDefects(
      SEAL_CHECK,
      'neither a member, a report nor an operator made it: stop payouts, compare the row with a backup; a repair of yours: audit accept',
      found,
      count,
    ),
    ...(await findCutCommands(reader, [...commands], examples)),
  ]
}

const readSteps = (reader: Reader, after: string): Promise<Step[]> =>
  reader.execute<Step>(
    sql.raw(`
    SELECT s.id::text AS id, s.table_name, s.row_id, s.digest::text AS digest, s.seal, s.made_at::text AS at,
           (extract(epoch FROM s.made_at) * 1000000)::bigint::text AS made_at, ${isAcceptedStep('s')} AS is_accepted,
           s.seal IS NULL AND NOT EXISTS (SELECT 1 FROM row_steps e WHERE e.table_name = s.table_name AND e.row_id = s.row_id AND e.id < s.id) AS is_new
      FROM row_steps s WHERE s.id > ${BigInt(after)} ORDER BY s.id LIMIT ${BATCH}`),
  )

/** Each seal names the newest command of its time. */
async function findCutCommands(reader: Reader, commands: string[], examples: number): Promise<Defect[]> {
  const missing = await reader.execute<{ id: string }>(sql`
    SELECT c.id FROM unnest(${sql.param(`{${commands.join()}}`)}::bigint[]) c (id)
     WHERE c.id > 0 AND NOT EXISTS (SELECT 1 FROM operator_log o WHERE o.id = c.id) ORDER BY c.id`)
  const found = missing.slice(0, examples).map(({ id }) => ({
    subject: String(id),
    detail: 'this command is missing, and rows were written after it',
  }))
  const next = 'lines of the operator log were deleted: stop payouts, compare with a backup'
  return toDefects(LOG_END_CHECK, next, found, missing.length)
}
