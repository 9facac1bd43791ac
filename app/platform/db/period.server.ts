import { and, desc, gte, lt, sql, type Column } from 'drizzle-orm'

/** Half-open: `from` is inclusive, `before` exclusive. */
export interface Period {
  from?: Date | undefined
  before?: Date | undefined
}

export const within = (column: Column, { from, before }: Period) =>
  and(from && gte(column, from), before && lt(column, before))

export const isBounded = ({ from, before }: Period): boolean => from !== undefined || before !== undefined

/** `after`: the id of the last row that was read. */
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

export const continueBelow = (id: Column, after: unknown) => (after === undefined ? undefined : lt(id, after))

export const newestById = (id: Column, after: unknown) => ({
  order: [desc(id)],
  rest: continueBelow(id, after),
})
