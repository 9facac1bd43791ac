import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { readPoolCounts } from '~/platform/db/connect.server'
import { env } from '~/platform/config/env.server'
import { readCounts } from '~/platform/counters'
import { errorFacts, log } from '~/platform/log.server'
import type { MetricName, Sample } from '~/platform/metric-names'
import { readWorkerAges } from '~/platform/timers.server'
import { withTimeout } from '~/platform/with-timeout'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { readBackupAge } from './backup-age.server'

/** Milliseconds for which figures of the database are cached. */
const FRESH = 15_000
/** Milliseconds that the statement may take. */
const PATIENCE = 2000

/** `database`: adds figures of the database, which only one process reports. */
export async function readMeasures({ database }: { database: boolean }): Promise<Sample[]> {
  const { running, waiting, waits, waitedMs } = readPoolCounts()
  return [
    ...readCounts(),
    ...readWorkerAges(),
    { name: 'dealdwaar_database_connections_max', value: env().DATABASE_POOL },
    { name: 'dealdwaar_database_transactions', labels: { state: 'running' }, value: running },
    { name: 'dealdwaar_database_transactions', labels: { state: 'waiting' }, value: waiting },
    { name: 'dealdwaar_database_waits_total', value: waits },
    { name: 'dealdwaar_database_wait_seconds_total', value: waitedMs / 1000 },
    ...(database ? [...(await readBackupAge()), ...(await readDatabase())] : []),
  ]
}

let cached: { at: number; samples: Promise<Sample[]> } | undefined

function readDatabase(): Promise<Sample[]> {
  const now = performance.now()
  if (!cached || now - cached.at > FRESH) cached = { at: now, samples: withTimeLimit(queryDatabase()) }
  return cached.samples
}

const UNAVAILABLE: Sample[] = [{ name: 'dealdwaar_database_up', value: 0 }]

/** Unlike the statement's limit, this one includes the wait for a connection. */
async function withTimeLimit(samples: Promise<Sample[]>): Promise<Sample[]> {
  const read = samples.catch((error: unknown) => {
    log('warn', 'metrics of the database not read', errorFacts(error))
    return UNAVAILABLE
  })
  return withTimeout(read, PATIENCE + 500, () => UNAVAILABLE)
}

async function queryDatabase(): Promise<Sample[]> {
  const started = performance.now()
  const rows = await db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${PATIENCE}`))
      return tx.execute<{ name: MetricName; label: string | null; value: number }>(ALL)
    },
    { accessMode: 'read only' },
  )
  const lags = new Set(
    rows.filter(({ name }) => name === 'dealdwaar_postback_lag_seconds').map(({ label }) => label),
  )
  const withoutLag = NETWORK_NAMES.filter((network) => !lags.has(network))
  return [
    ...rows.map(({ name, label, value }) => sample(name, label, value)),
    ...withoutLag.map((network) => sample('dealdwaar_postback_lag_seconds', network, 0)),
    { name: 'dealdwaar_database_up', value: 1 },
    { name: 'dealdwaar_database_read_seconds', value: (performance.now() - started) / 1000 },
  ]
}

const LABELS: Partial<Record<MetricName, string>> = {
  dealdwaar_postback_lag_seconds: 'network',
  dealdwaar_queue_depth: 'queue',
  dealdwaar_withdrawals_open: 'status',
  dealdwaar_withdrawals_day: 'status',
  dealdwaar_task_age_seconds: 'task',
  dealdwaar_alerts_open: 'cause',
}

function sample(name: MetricName, label: string | null, value: number): Sample {
  const by = LABELS[name]
  return { name, value: Number(value), ...(by && { labels: { [by]: label ?? '' } }) }
}

const SECONDS_SINCE = (time: string) => `greatest(0, extract(epoch FROM now() - ${time}))::float8`

/** For how long PostgreSQL has archived nothing: 0 if it did since the last failure. */
export const ARCHIVE_FAILING = {
  seconds: `CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
       THEN ${SECONDS_SINCE('coalesce(last_archived_time, stats_reset)')} ELSE 0 END`,
  from: `pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
}

/** Each query reads an index on open rows or those of the last day. */
const PARTS: [MetricName, label: string, value: string, from: string][] = [
  [
    'dealdwaar_postback_lag_seconds',
    'network',
    SECONDS_SINCE('min(received_at)'),
    'postback_inbox WHERE processed_at IS NULL GROUP BY network',
  ],
  ['dealdwaar_queue_depth', `'postbacks'`, 'count(*)', 'postback_inbox WHERE processed_at IS NULL'],
  [
    'dealdwaar_queue_depth',
    `'quarantine'`,
    'count(*)',
    `postback_inbox WHERE outcome = 'quarantined' AND resolved_at IS NULL`,
  ],
  ['dealdwaar_queue_depth', `'payout_webhooks'`, 'count(*)', 'payout_events WHERE processed_at IS NULL'],
  ['dealdwaar_queue_depth', `'payout_orders'`, 'count(*)', `payout_orders WHERE stage <> 'done'`],
  ['dealdwaar_queue_depth', `'alert_messages'`, 'count(*)', 'alert_events WHERE delivered_at IS NULL'],
  ['dealdwaar_queue_depth', `'messages'`, 'count(*)', `deliveries WHERE state = 'waiting'`],
  [
    'dealdwaar_withdrawals_open',
    'open.status',
    'count(w.id)',
    `(VALUES ('requested'), ('processing'), ('unknown')) AS open(status)
       LEFT JOIN withdrawals w ON w.status = open.status GROUP BY open.status`,
  ],
  [
    'dealdwaar_withdrawals_day',
    'status',
    'count(*)',
    `withdrawals WHERE created_at > now() - interval '1 day' GROUP BY status`,
  ],
  [
    'dealdwaar_audit_defects',
    'NULL',
    `(result->>'defects')::float8`,
    `jobs WHERE name = 'audit' AND finished_at IS NOT NULL`,
  ],
  ['dealdwaar_task_age_seconds', 'name', SECONDS_SINCE('finished_at'), 'jobs WHERE finished_at IS NOT NULL'],
  ['dealdwaar_archive_failing_seconds', 'NULL', ARCHIVE_FAILING.seconds, ARCHIVE_FAILING.from],
  ['dealdwaar_alerts_open', 'cause', 'count(*)', 'alerts WHERE cleared_at IS NULL GROUP BY cause'],
]

const ALL: SQL = sql.raw(
  PARTS.map(
    ([name, label, value, from]) =>
      `SELECT '${name}' AS name, ${label}::text AS label, (${value})::float8 AS value FROM ${from}`,
  ).join('\nUNION ALL\n'),
)
