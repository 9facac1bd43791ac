import { sql, type SQL } from 'drizzle-orm'
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { PostgresJsSession } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { db, type Reader } from './client.server'

interface Preparable<Rows> {
  prepare: (name: string) => PgPreparedQuery<PreparedQueryConfig & { execute: Rows }>
}

/** Builds the text of a query once: drizzle builds it on each call, which costs more than the round trip. */
export function prepared<Rows>(
  make: (reader: Reader) => Preparable<Rows>,
): (reader: Reader, values: Record<string, unknown>) => Promise<Rows> {
  let query: ReturnType<Preparable<Rows>['prepare']> | undefined
  return (reader, values) => {
    query ??= make(db).prepare('once')
    return bindToReader(reader, query).execute(values)
  }
}

/** Like prepared(), for SQL with $1, $2 ... In its rows a bigint is a string. */
export function prepareStatement<Row>(text: string): (reader: Reader, values: unknown[]) => Promise<Row[]> {
  return (reader, values) =>
    getClient(reader)
      .unsafe(text, values as string[])
      .then((rows) => [...rows] as Row[])
}

const getClient = ({ _: { session } }: Reader): Sql =>
  (session as unknown as PostgresJsSession<Sql, never, never>).client

/** Runs the query on the transaction's connection; drizzle would use any connection of the pool. */
function bindToReader<Query extends object>(reader: Reader, query: Query): Query {
  if (!Object.hasOwn(query, 'client')) throw new Error('a prepared query of drizzle has its client elsewhere')
  return Object.create(query, { client: { value: getClient(reader) } }) as Query
}

export const placeholders = <Name extends string>(...names: Name[]): Record<Name, SQL> =>
  Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>
