import { eq, lt, sql } from 'drizzle-orm'
import { db, type Tx } from './client.server'
import { jobs } from './schema/operations'

export const listRuns = () => db.select().from(jobs)

/** Null: a run started within the last `seconds`, which is also the lease of a crashed run. */
export async function runIfDue<Result extends object>(
  name: string,
  seconds: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const started = await db
    .insert(jobs)
    .values({ name, started_at: sql`now()` })
    .onConflictDoUpdate({
      target: jobs.name,
      set: { started_at: sql`now()` },
      setWhere: sql`${jobs.started_at} <= now() - make_interval(secs => ${seconds})`,
    })
    .returning()
  if (!started.length) return null
  const result = await work()
  await db
    .update(jobs)
    .set({ finished_at: sql`now()`, result })
    .where(eq(jobs.name, name))
  return result
}

/** Claims a run in the work's transaction: if that fails, the next worker gets it. False: a run began since `since`. */
export async function claimRun(
  tx: Tx,
  name: string,
  { at, since }: { at: Date; since: Date },
): Promise<boolean> {
  const run = { started_at: at, finished_at: at }
  const claimed = await tx
    .insert(jobs)
    .values({ name, ...run })
    .onConflictDoUpdate({ target: jobs.name, set: run, setWhere: lt(jobs.started_at, since) })
    .returning({ name: jobs.name })
  return claimed.length > 0
}

export async function readLastRun<Result extends object>(
  name: string,
): Promise<{ at: Date; result: Result } | null> {
  const [row] = await db.select().from(jobs).where(eq(jobs.name, name))
  return row?.finished_at ? { at: row.finished_at, result: row.result as Result } : null
}
