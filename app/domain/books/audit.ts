export interface Defect {
  check: string
  count: number
  subject: string
  detail: string
  next: string
}

export type Finding = Pick<Defect, 'subject' | 'detail'>

export const toDefects = (
  check: string,
  next: string,
  found: readonly Finding[],
  count = found.length,
): Defect[] => found.map(({ subject, detail }) => ({ check, count, subject, detail, next }))

export interface Check {
  /** SQL that selects (subject, detail) of each defect; it may use the common table expressions of sums.ts. */
  query: string
  next: string
}

export type Checks = Record<string, Check>

export const formatValues = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `(${row.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')})`).join(', ')

/** SQL: `at` is within a run of one of these commands. An interrupted command counts for a day. */
export const byCommand = (commands: readonly string[], at: string, by?: string): string => `
  EXISTS (SELECT 1 FROM operator_log o
           WHERE (${commands.map((command) => `o.command LIKE '${command}%'`).join(' OR ')})
             ${by ? `AND o.os_user = ${by}` : ''}
             AND o.started_at <= ${at} AND coalesce(o.finished_at, o.started_at + interval '1 day') >= ${at})`

/** Decisions before independence was asked for needed two persons. */
export const INDEPENDENCE = `coalesce((SELECT made_at FROM row_steps WHERE table_name = 'row_steps' AND row_id = 'independence' ORDER BY id LIMIT 1), '-infinity')`

/** Changes before digests began need no cause. Without that row every change needs one. */
export const BEGIN = `coalesce((SELECT made_at FROM row_steps WHERE table_name = 'row_steps' ORDER BY id LIMIT 1), '-infinity')`
