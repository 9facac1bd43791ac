/** Rows that workers take by leases, retry with growing pauses, and give up. */
import { and, eq, getTableColumns, gt, lte, or, sql, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { db, type Reader } from './client.server'

type QueueTable = PgTable & Record<'id' | 'attempts' | 'next_attempt_at' | 'created_at', PgColumn>

interface Rules<Reads> {
  /** SQL: the row has not ended. */
  waits: SQL
  /** The first is taken first; without it, what has been due for the longest time. */
  order?: SQL[]
  /** Seconds after which others may take the row of a worker that neither keeps nor ends it. */
  lease: number
  /** Seconds: `first` after one failed attempt, then `times` (2) as long each time, `most` at most. */
  backOff: { first: number; most: number; times?: number }
  /** Without it, retries never end. */
  givesUpAfter?: { attempts?: number; seconds?: number }
  /** What else is read when a row is taken: SQL with the table's name before its columns. */
  reads?: Reads
}

/**
 * `attempts` rises whenever the row is taken, so it proves whose the row is: set it back only where an earlier worker does no harm.
 * `gives_up`: the worker must end the row without trying it.
 */
type Leased<Table extends QueueTable, Reads> = InferSelectModel<Table> & {
  attempts: number
  gives_up: boolean
} & {
  [Name in keyof Reads]: Reads[Name] extends SQL<infer Value> ? Value : never
}

/** Another worker has the row, or it has ended. */
export class LeaseLostError extends Error {}

/**
 * `next_attempt_at` is when a row is due; of a taken row, the end of its lease. That is never before the pause that a failed attempt
 * would bring: a row that kills its workers is tried less and less often.
 */
export function createLeaseQueue<
  Table extends QueueTable,
  Reads extends Record<string, SQL> = Record<never, SQL>,
>(table: Table, rules: Rules<Reads>) {
  type Row = { id: unknown; attempts: number }
  type Values = PgUpdateSetSource<Table>
  const { id, attempts, next_attempt_at, created_at } = table
  const { waits, order = [], backOff, givesUpAfter = {} } = rules
  const inSeconds = (seconds: SQL | number) => sql`now() + make_interval(secs => ${seconds})`
  const pauseAfter = (failed: SQL) =>
    sql`least(${backOff.most}, ${backOff.first} * power(${backOff.times ?? 2}, least(${failed} - 1, 20)))`
  const isOver = or(
    givesUpAfter.attempts === undefined ? undefined : gt(attempts, givesUpAfter.attempts),
    givesUpAfter.seconds === undefined ? undefined : lte(created_at, inSeconds(-givesUpAfter.seconds)),
  )
  const update = (reader: Reader, values: object, where: SQL | undefined) =>
    reader
      .update(table)
      .set(values as Values)
      .where(where)
  const isOpen = (row: Row) => and(eq(id, row.id), waits)
  const isMine = (row: Row) => and(isOpen(row), eq(attempts, row.attempts))

  return {
    /** How often a worker should keep a row that takes longer than its lease, in milliseconds. */
    get beat() {
      return (rules.lease * 1000) / 4
    },

    /** Up to `most` due rows, which no other worker gets before their leases end. `which`: a condition on the table. */
    async take(most: number, which?: SQL, reader: Reader = db): Promise<Leased<Table, Reads>[]> {
      // PostgreSQL evaluates the array once; a subquery in FROM could run again, and lock more rows.
      const due = sql`ARRAY(SELECT ${id} FROM ${table} WHERE ${and(waits, lte(next_attempt_at, sql`now()`), which)}
        ORDER BY ${sql.join([...order, next_attempt_at, id], sql`, `)} LIMIT ${most} FOR UPDATE SKIP LOCKED)`
      const failed = sql`${attempts} + 1`
      const values = {
        attempts: failed,
        next_attempt_at: inSeconds(sql`greatest(${rules.lease}, ${pauseAfter(failed)})`),
      }
      const rows = await update(reader, values, eq(id, sql`ANY(${due})`)).returning({
        ...getTableColumns(table as PgTable),
        gives_up: sql<boolean>`${isOver ?? false}`,
        ...rules.reads,
      })
      return rows as unknown as Leased<Table, Reads>[]
    },

    /** Renews the lease. False: it is lost. */
    async keep(row: Row): Promise<boolean> {
      const { count } = await update(db, { next_attempt_at: inSeconds(rules.lease) }, isMine(row))
      return count > 0
    },

    /** Throws LeaseLostError. Otherwise no other worker takes the row before the transaction ends. */
    async fence(row: Row, tx: Reader): Promise<void> {
      const [mine] = await tx
        .select({ id })
        .from(table as PgTable)
        .where(isMine(row))
        .for('share')
      if (!mine) throw new LeaseLostError()
    },

    /** `after`: seconds until the row is due; without it, the back-off. Does nothing if the lease is lost. */
    async giveBack(
      row: Row,
      { after, set = {} }: { after?: number | undefined; set?: Values } = {},
      reader: Reader = db,
    ): Promise<void> {
      const pause = after ?? pauseAfter(sql`${attempts}`)
      await update(reader, { ...set, next_attempt_at: inSeconds(pause) }, isMine(row))
    },

    /** `set` makes that the row no longer waits. Also without the lease, because what was sent is sent. */
    async end(row: Row, set: Values, reader: Reader = db): Promise<void> {
      await update(reader, set, isOpen(row))
    },
  }
}
