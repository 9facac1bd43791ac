/** Queries whose text is built once. */
import { sql, type SQL } from 'drizzle-orm'
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { PostgresJsSession } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { db, type Reader } from './client.server'

interface Preparable<Rows> {
  prepare: (name: string) => PgPreparedQuery<PreparedQueryConfig & { execute: Rows }>
}

/**
 * A query of drizzle's with placeholders for its values. drizzle writes the text of a query out each time it is asked,
 * which costs more than asking PostgreSQL; this one it writes once. For queries that every postback asks.
 */
export function prepared<Rows>(
  make: (reader: Reader) => Preparable<Rows>,
): (reader: Reader, values: Record<string, unknown>) => Promise<Rows> {
  let made: ReturnType<Preparable<Rows>['prepare']> | undefined
  return (reader, values) => {
    made ??= make(db).prepare('once')
    return over(reader, made).execute(values)
  }
}

/**
 * A statement with $1, $2 and so on for its values; drizzle builds the text of an sql`` template each time. Returns the rows
 * as the driver has them: a bigint is a string.
 */
export function statement<Row>(text: string): (reader: Reader, values: unknown[]) => Promise<Row[]> {
  return (reader, values) =>
    clientOf(reader)
      .unsafe(text, values as string[])
      .then((rows) => [...rows] as Row[])
}

/** The driver's connection of a transaction, or its pool. */
const clientOf = ({ _: { session } }: Reader): Sql =>
  (session as unknown as PostgresJsSession<Sql, never, never>).client

/** The same query over the connection of this transaction: as drizzle made it, it goes to any of the pool. */
function over<Query extends object>(reader: Reader, query: Query): Query {
  if (!Object.hasOwn(query, 'client')) throw new Error('a prepared query of drizzle has its client elsewhere')
  return Object.create(query, { client: { value: clientOf(reader) } }) as Query
}

/** A placeholder for each of these columns, by its name. What is given for one goes to PostgreSQL as it is. */
export const placeholders = <Name extends string>(...names: Name[]): Record<Name, SQL> =>
  Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>
