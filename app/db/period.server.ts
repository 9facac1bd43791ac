/** Conditions on when something happened. */
import { and, gte, lt, type Column } from 'drizzle-orm'

/** From an instant on, before another one; either may be open. */
export interface Period {
  from?: Date | undefined
  before?: Date | undefined
}

/** SQL: the time in this column lies in the period; undefined: any time does. */
export const within = (column: Column, { from, before }: Period) =>
  and(from && gte(column, from), before && lt(column, before))

/** Whether the period excludes anything: then rows are found, and sorted, by their time. */
export const isBounded = ({ from, before }: Period): boolean => from !== undefined || before !== undefined
