import { and, desc, gte, lt, sql, type Column } from 'drizzle-orm'

/** Half-open: `from` is inclusive, `before` exclusive. */
export interface Period {
  from?: Date | undefined
  before?: Date | undefined
}

export const within = (column: Column, { from, before }: Period) =>
  and(from && gte(column, from), before && lt(column, before))

export const isBounded = ({ from, before }: Period): boolean => from !== undefined || before !== undefined

/** Of a list that is read newest first: the id of the last row that was read, and how many rows follow at most. */
export interface Page<Id = number> {
  after?: Id | undefined
  limit: number
}

/** Newest first by time; ids decide between equal times. `time` and `id` are columns of one table. */
export function newestByTime(time: Column, id: Column, after: unknown) {
  const last = sql`SELECT ${time} FROM ${id.table} WHERE ${id} = ${after}`
  return {
    order: [desc(time), desc(id)],
    rest: after === undefined ? undefined : sql`(${time}, ${id}) < ((${last}), ${after})`,
  }
}

/** The rows below the last one that was read, in a list whose newest are first. */
export const continueBelow = (id: Column, after: unknown) => (after === undefined ? undefined : lt(id, after))

/** Newest first by id. */
export const newestById = (id: Column, after: unknown) => ({
  order: [desc(id)],
  rest: continueBelow(id, after),
})
