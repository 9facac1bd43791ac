import { sql, type SQL } from 'drizzle-orm'

export type ExportRow = Record<string, string | number | boolean | null>

export type SectionQuery = [name: string, query: SQL, show?: (row: ExportRow) => ExportRow]

export const selectTime = (column: SQL) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

export const selectRupees = (column: SQL) => sql`to_char(${column} / 100.0, 'FM9999999999990.00')`
