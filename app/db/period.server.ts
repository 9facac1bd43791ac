/** SQL conditions on periods of time. */
import { and, gte, lt, type Column } from 'drizzle-orm'

/** A half-open interval: `from` inclusive, `before` exclusive; either may be missing. */
export interface Period {
  from?: Date | undefined
  before?: Date | undefined
}

/** The SQL condition that the column lies in the period; undefined for an unbounded period. */
export const within = (column: Column, { from, before }: Period) =>
  and(from && gte(column, from), before && lt(column, before))

/** Whether the period has a bound; such queries filter and sort by time. */
export const isBounded = ({ from, before }: Period): boolean => from !== undefined || before !== undefined
