/** The one pool of this process, and what every query sees of PostgreSQL's errors. */
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { env } from '~/env.server'
import { requirePatchedDriver } from '~/driver.server'
import * as schema from './schema'

function open() {
  requirePatchedDriver()
  const { databaseUrl, DATABASE_POOL } = env()
  if (!databaseUrl) throw new Error('DATABASE_URL: not set, and no embedded database was started')
  const client = postgres(databaseUrl, {
    max: DATABASE_POOL,
    // A database that was away is found again within a second; nobody waits for long while it is.
    connect_timeout: 5,
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    onnotice: () => {},
    // How times and days are written as text, which the driver parses: whatever the database or the role is set to.
    connection: { TimeZone: 'UTC', DateStyle: 'ISO, YMD' },
  })
  prepareAll(client)
  const begin = client.begin.bind(client)
  client.begin = ((work: (tx: postgres.TransactionSql) => unknown) =>
    begin((tx) => {
      prepareAll(tx)
      return work(tx)
    })) as typeof client.begin
  return { client, db: drizzle(client, { schema }) }
}

/**
 * drizzle asks for unprepared statements (`prepare: false`, each time): a third of the speed, and a second round trip for
 * each. What it passes through unsafe() is parameterized all the same.
 */
function prepareAll(client: postgres.ISql): void {
  const unsafe = client.unsafe.bind(client)
  client.unsafe = ((query, values, options) =>
    unsafe(query, values?.map(storable), { ...options, prepare: true })) as typeof client.unsafe
}

/** PostgreSQL has no NUL in its texts and fails on one: it becomes the sign for a character that is none. */
function storable<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(storable) as Value
  return typeof value === 'string' && value.includes('\0')
    ? (value.replaceAll('\0', '\ufffd') as Value)
    : value
}

// Hot reload evaluates this module anew; the pool must be the same one.
const holder = globalThis as { __database?: ReturnType<typeof open> | undefined }

const opened = (holder.__database ??= open())

/** Drizzle over the pool; it connects at the first query. */
export const db = opened.db

/** What a command takes that must run inside the caller's transaction. */
export type Tx = Parameters<Parameters<typeof db.transaction>[0]>[0]
/** Either: a read that may run inside a transaction or outside one. */
export type Reader = Tx | typeof db

/** Ends the pool, for an orderly stop. */
export async function closeDatabase(): Promise<void> {
  await opened.client.end({ timeout: 5 })
}

/** How long isDatabaseThere() waits, in ms. */
const PATIENCE = 2000

/** Whether the database answers just now. */
export async function isDatabaseThere(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false)
  })
  const answer = opened.client`SELECT 1`.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** By name: a bundle has a copy of the driver, whose class is another one where two bundles share a pool. */
const isPostgresError = (error: Error): error is postgres.PostgresError => error.name === 'PostgresError'

/** SQLSTATE and constraint of a PostgreSQL error; drizzle hides both in `.cause`. Null for anything else. */
export function databaseError(error: unknown): { code: string; constraint: string | undefined } | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (isPostgresError(e)) return { code: e.code, constraint: e.constraint_name }
  }
  return null
}

/** SQLSTATE classes and codes, postgres.js's and the system's: the database cannot be asked just now. */
const AWAY =
  /^(08...|57P0[1-5]|53[34]00|3D000|25006|CONNECTION_.*|CONNECT_TIMEOUT|ECONN.*|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/

/** PostgreSQL ends a connection, or refuses to open one, with these: whatever the code (28000, 28P01, 55000). */
const FATAL = new Set(['FATAL', 'PANIC'])

/** Whether an error says that the database is away, not that we asked it for something wrong. */
export function isDatabaseAway(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (AWAY.test(String((e as NodeJS.ErrnoException).code ?? ''))) return true
    if (isPostgresError(e) && FATAL.has(e.severity)) return true
  }
  return false
}
