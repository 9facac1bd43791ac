import { sql, type SQL } from 'drizzle-orm'

/** One parameter, however many ids. */
export const toSqlArray = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`

export const toNumbers = (ids: readonly (number | string)[] | null): number[] => (ids ?? []).map(Number)
