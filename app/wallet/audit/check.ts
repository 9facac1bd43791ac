/** One check of the audit. */
export interface Check {
  /** SQL that selects (subject, detail) for each defect; what stands in sums.ts may be selected from. */
  query: string
  /** What the operator does about a defect of it, in a few words. */
  next: string
}

/** By name, which is what the operator reads: what has to be true, or what is wrong. */
export type Checks = Record<string, Check>

/** Rows of words as the VALUES of SQL. */
export const valuesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `(${row.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')})`).join(', ')
