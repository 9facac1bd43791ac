/** Values of a record before a change, so that a change by another operator meanwhile is not overwritten. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { formatTime } from '~/platform/formats/dates'
import type { ChangeOperation, Present } from './operation'
import { RefusalError } from './refusal'
import type { Call } from './call'

const computeVersion = ({ subject, values }: Present): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        subject,
        values.map(({ name, value }) => [name, typeof value === 'bigint' ? value.toString() : value]),
      ]),
    )
    .digest('hex')
    .slice(0, 12)

/** Null: the operation changes no record that is there. */
export async function readPresent(
  { operation, input }: Pick<Call<ChangeOperation>, 'operation' | 'input'>,
  reader: Reader = db,
): Promise<(Present & { version: string }) | null> {
  const present = await operation.present?.(input, reader)
  return present ? { ...present, version: computeVersion(present) } : null
}

/** Locks the record until `tx` ends. Throws RefusalError, with who changed it and when, if another version was seen. */
export async function lockRecord(
  call: Call<ChangeOperation>,
  version: string | undefined,
  tx: Reader,
): Promise<void> {
  const found = await readPresent(call, tx)
  if (!found && version !== undefined) throw new RefusalError(`‘${call.operation.title}’ has no version.`)
  if (!found) return
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`record ${found.subject}`}, 0))`)
  if (version !== undefined) await requireVersion(call, version, tx)
}

async function requireVersion(call: Call<ChangeOperation>, version: string, tx: Reader): Promise<void> {
  const present = (await readPresent(call, tx))!
  if (present.version === version) return
  const last = await findLastChange(present.subject, tx)
  const who = last
    ? `${last.by} changed ${present.subject} at ${formatTime(last.at)}`
    : `${present.subject} is another one`
  throw new RefusalError(
    `Changed meanwhile, and nothing was done: ${who}. Its version is now ${present.version}.`,
  )
}

/** ': Bea Rao@desk, 26 Nov 2026, 9:12 am'; empty where no command has changed it. */
export async function nameLastChange(subject: string, reader: Reader): Promise<string> {
  const last = await findLastChange(subject, reader)
  return last ? `: ${last.by}, ${formatTime(last.at)}` : ''
}

/** The newest command that changed it. `subject`: as in the log, 'operator 5'. */
async function findLastChange(subject: string, reader: Reader): Promise<{ by: string; at: Date } | null> {
  const changed = JSON.stringify({ changed: [{ subject }] })
  const [row] = await reader.execute<{ by: string; at: string }>(sql`
    SELECT os_user AS by, finished_at AS at FROM operator_log
     WHERE outcome = 'done' AND result @> ${changed}::jsonb ORDER BY id DESC LIMIT 1`)
  return row ? { by: row.by, at: new Date(row.at) } : null
}
