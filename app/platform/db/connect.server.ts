import type postgres from 'postgres'
import { openPool } from '~/platform/database-connection.server'
import { requirePatchedDriver } from '~/platform/driver.server'
import { env } from '~/platform/config/env.server'
import { sealStatements, sealTransactions } from './step-seals.server'

interface Connecting {
  most: number
  /** The longest statement in milliseconds; 0: no limit. */
  statementMs?: number
  /** Seconds after which an unused connection is closed; 0: never. */
  idleSeconds?: number
  /** Of PostgreSQL, beside the ones here. */
  settings?: Record<string, string>
}

export function connect({ most, statementMs = 0, idleSeconds = 0, settings = {} }: Connecting): postgres.Sql {
  requirePatchedDriver()
  const { databaseUrl } = env()
  if (!databaseUrl) throw new Error('DATABASE_URL: not set, and no embedded database was started')
  const client = openPool(databaseUrl, {
    max: most,
    // Reconnects within a second after an outage; during one, requests fail soon.
    connect_timeout: 5,
    idle_timeout: idleSeconds,
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    onnotice: () => {},
    connection: {
      // The driver parses times and dates as text in this format, whatever the database's or the role's settings are.
      TimeZone: 'UTC',
      DateStyle: 'ISO, YMD',
      // The driver leaves out falsy values.
      statement_timeout: statementMs,
      ...settings,
    },
  })
  prepareAll(client)
  sealTransactions(client)
  const begin = client.begin.bind(client)
  client.begin = ((work: (tx: postgres.TransactionSql) => unknown) =>
    countTransaction((hasBegun) =>
      begin((tx) => {
        hasBegun()
        prepareAll(tx)
        return work(tx)
      }),
    )) as typeof client.begin
  sealStatements(client)
  return client
}

const transactions = { running: 0, waiting: 0, waits: 0, waitedMs: 0 }

export const readPoolCounts = () => ({ ...transactions })

async function countTransaction<Result>(begin: (hasBegun: () => void) => Promise<Result>): Promise<Result> {
  const requestedAt = performance.now()
  let state: 'waiting' | 'running' = 'waiting'
  transactions.waiting++
  try {
    return await begin(() => {
      transactions.waiting--
      transactions.running++
      state = 'running'
      transactions.waits++
      transactions.waitedMs += performance.now() - requestedAt
    })
  } finally {
    transactions[state]--
  }
}

const PREPARED: postgres.UnsafeQueryOptions = Object.freeze({ prepare: true, simple: false })

/** Drizzle's unprepared statements have a third of the speed and need two round trips. */
function prepareAll(client: postgres.ISql): void {
  const unsafe = client.unsafe.bind(client)
  client.unsafe = ((query, values, options) =>
    unsafe(query, values?.map(storable), { ...options, ...PREPARED })) as typeof client.unsafe
}

/** PostgreSQL rejects NUL in texts; it becomes the replacement character. */
function storable<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(storable) as Value
  return typeof value === 'string' && value.includes('\0')
    ? (value.replaceAll('\0', '\ufffd') as Value)
    : value
}
