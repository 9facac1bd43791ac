/** Do the books balance? Each check gives a row for each defect; none is how it has to be. */
import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { checks, sums } from './audit-checks'

export interface Defect {
  /** The name of the check, e.g. 'trial balance'. */
  check: string
  /** What it is about, e.g. 'user_available of 1001'. */
  subject: string
  /** What is and what should be. */
  detail: string
}

/** Runs every check over one snapshot of the database; an empty list means that the books balance. */
export async function findDefects(reader: Reader = db): Promise<Defect[]> {
  const parts = Object.entries(checks).map(
    ([name, query]) => `SELECT '${name}' AS "check", subject::text, detail::text FROM (${query}) AS defects`,
  )
  const rows = await reader.execute<Defect & Record<string, unknown>>(
    sql.raw(`WITH ${sums} ${parts.join('\nUNION ALL\n')}`),
  )
  return rows.map(({ check, subject, detail }) => ({ check, subject, detail }))
}
