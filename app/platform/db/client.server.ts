import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { env } from '~/platform/config/env.server'
import { listCauses } from '~/platform/error-causes'
import { withTimeout } from '~/platform/with-timeout'
import { connect } from './connect.server'

function open() {
  const otherConnections = new AsyncLocalStorage<postgres.Sql>()
  const client = connect({ most: env().DATABASE_POOL })
  const pool = { unsafe: client.unsafe.bind(client), begin: client.begin.bind(client) }
  const choose = () => otherConnections.getStore() ?? pool
  client.unsafe = ((...given) => choose().unsafe(...given)) as typeof client.unsafe
  client.begin = ((...given: Parameters<typeof client.begin>) =>
    choose().begin(...given)) as typeof client.begin
  return { client, db: drizzle(client), otherConnections, otherPools: new Set<postgres.Sql>() }
}

// The server, Remix's build and hot reload each evaluate this module; the pool must be the same.
const holder = globalThis as { __database?: ReturnType<typeof open> | undefined }

const openedDatabase = (holder.__database ??= open())

export const db = openedDatabase.db

/** Statements in its context use these connections instead of the pool (limited-reads.server.ts). */
export const otherConnections = openedDatabase.otherConnections

export const otherPools = openedDatabase.otherPools

export type Tx = Parameters<Parameters<typeof db.transaction>[0]>[0]
export type Reader = Tx | typeof db

export const inTransaction = <T>(work: (tx: Tx) => Promise<T>, tx?: Tx): Promise<T> =>
  tx ? work(tx) : db.transaction(work)

export async function closeDatabase(): Promise<void> {
  if (holder.__database === openedDatabase) delete holder.__database
  await Promise.all([openedDatabase.client, ...otherPools].map((pool) => pool.end({ timeout: 5 })))
}

const PATIENCE_MS = 2000

export async function isDatabaseThere(): Promise<boolean> {
  const answer = openedDatabase.client`SELECT 1`.then(
    () => true,
    () => false,
  )
  return withTimeout(answer, PATIENCE_MS, () => false)
}

/** Compared by name: each bundle has its own copy of the driver and its classes. */
const isPostgresError = (error: Error): error is postgres.PostgresError => error.name === 'PostgresError'

/** Drizzle wraps the PostgreSQL error in `.cause`. Null for any other error. */
export function databaseError(error: unknown): { code: string; constraint: string | undefined } | null {
  for (const e of listCauses(error))
    if (isPostgresError(e)) return { code: e.code, constraint: e.constraint_name }
  return null
}

const UNAVAILABLE =
  /^(08...|57014|57P0[1-5]|53[1-4]00|3D000|25006|CONNECTION_.*|CONNECT_TIMEOUT|ECONN.*|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/

/** The SQLSTATE or system code of a lost or refused connection or a cancelled statement; null for other errors. */
export function findUnavailableCode(error: unknown): string | null {
  for (const e of listCauses(error)) {
    const { code } = e as NodeJS.ErrnoException
    if (typeof code === 'string' && UNAVAILABLE.test(code)) return code
  }
  return null
}

/** PostgreSQL closes or refuses a connection with these, with varying codes (28000, 28P01, 55000). */
const FATAL = new Set(['FATAL', 'PANIC'])

export function isDatabaseAway(error: unknown): boolean {
  if (findUnavailableCode(error) !== null) return true
  for (const e of listCauses(error)) if (isPostgresError(e) && FATAL.has(e.severity)) return true
  return false
}
