/** Reads of the operator log. */
import { and, asc, count, desc, eq, gt, like, or, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { newestById, within, type Page, type Period } from '~/db/period.server'
import { operatorLog, operatorLogRows } from '~/db/schema/operations'

export type Command = typeof operatorLog.$inferSelect
export type CommandRow = typeof operatorLogRows.$inferSelect

interface CommandFilter extends Period {
  /** As the log names the person. */
  by?: string | undefined
}

/** Newest first. */
export function listCommands({ by, ...period }: CommandFilter, { after, limit }: Page): Promise<Command[]> {
  const { order, rest } = newestById(operatorLog.id, after)
  return db
    .select()
    .from(operatorLog)
    .where(
      and(
        within(operatorLog.started_at, period),
        by === undefined ? undefined : eq(operatorLog.os_user, by),
        rest,
      ),
    )
    .orderBy(...order)
    .limit(limit)
}

/** Null: there is none. */
export async function findCommand(id: number, reader: Reader = db): Promise<Command | null> {
  const [found] = await reader.select().from(operatorLog).where(eq(operatorLog.id, id))
  return found ?? null
}

/** What became of its rows, in order. `after`: the id of the last row that was read. */
export const listCommandRows = (
  commandId: number,
  { after = 0, limit = Number.MAX_SAFE_INTEGER }: Partial<Page> = {},
  reader: Reader = db,
): Promise<CommandRow[]> =>
  reader
    .select()
    .from(operatorLogRows)
    .where(and(eq(operatorLogRows.log_id, commandId), gt(operatorLogRows.id, after)))
    .orderBy(asc(operatorLogRows.id))
    .limit(limit)

/** Commands that changed one of the subjects, such as 'member 7', newest first. */
export const listCommandsAbout = (
  subjects: readonly string[],
  limit: number,
  reader: Reader = db,
): Promise<Command[]> =>
  reader
    .select()
    .from(operatorLog)
    .where(
      or(
        ...subjects.map(
          (subject) => sql`${operatorLog.result} @> ${JSON.stringify({ changed: [{ subject }] })}::jsonb`,
        ),
      ),
    )
    .orderBy(desc(operatorLog.id))
    .limit(limit)

/** Commands of a person within the last minute. `pattern`: of LIKE. */
export async function countCommandsOfMinute(by: string, pattern: string): Promise<number> {
  const [row] = await db
    .select({ commands: count() })
    .from(operatorLog)
    .where(
      and(
        eq(operatorLog.os_user, by),
        like(operatorLog.command, pattern),
        sql`${operatorLog.started_at} > now() - interval '1 minute'`,
      ),
    )
  return row!.commands
}
