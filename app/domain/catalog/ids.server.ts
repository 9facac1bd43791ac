import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'

/** One parameter, however many ids. */
export const toSqlArray = (ids: readonly number[], type: 'int' | 'bigint' = 'int'): SQL =>
  sql`${`{${ids.join(',')}}`}::${sql.raw(type)}[]`

export const toNumbers = (ids: readonly (number | string)[] | null): number[] => (ids ?? []).map(Number)

export async function readIds(query: SQL): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(query)
  return rows.map(({ id }) => Number(id))
}

export const selectInEach = (categoryIds: readonly number[], select: (categoryId: SQL) => SQL): SQL =>
  sql`SELECT best.* FROM unnest(${toSqlArray(categoryIds)}) AS category
       CROSS JOIN LATERAL (${select(sql`category`)}) AS best`
