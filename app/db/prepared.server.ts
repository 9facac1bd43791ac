/** Queries that are written out once. */
import { sql, type SQL } from 'drizzle-orm'
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { PostgresJsSession } from 'drizzle-orm/postgres-js'
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

/** The same query over the connection of this transaction: as drizzle made it, it goes to any of the pool. */
function over<Query extends object>({ _: { session } }: Reader, query: Query): Query {
  if (!Object.hasOwn(query, 'client')) throw new Error('a prepared query of drizzle has its client elsewhere')
  const { client } = session as unknown as PostgresJsSession<never, never, never>
  return Object.create(query, { client: { value: client } }) as Query
}

/** A placeholder for each of these columns, by its name. What is given for one goes to PostgreSQL as it is. */
export const placeholders = <Name extends string>(...names: Name[]): Record<Name, SQL> =>
  Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>
