export interface Check {
  /** SQL that selects (subject, detail) of each defect; it may use the common table expressions of sums.ts. */
  query: string
  next: string
}

export type Checks = Record<string, Check>

export const valuesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `(${row.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')})`).join(', ')
