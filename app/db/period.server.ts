import { and, gte, lt, type Column } from 'drizzle-orm'

/** Half-open: `from` is inclusive, `before` exclusive. */
export interface Period {
  from?: Date | undefined
  before?: Date | undefined
}

export const within = (column: Column, { from, before }: Period) =>
  and(from && gte(column, from), before && lt(column, before))

export const isBounded = ({ from, before }: Period): boolean => from !== undefined || before !== undefined
