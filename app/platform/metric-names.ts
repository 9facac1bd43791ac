/** Names and kinds of all metrics (docs/operations.md). */

interface Definition {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels?: readonly string[]
  /** How the values of several processes merge; absent: as their sum. */
  of?: 'max' | 'min'
  /** Upper bounds in seconds. */
  buckets?: readonly number[]
}

const define = <Name extends string>(all: Record<Name, Definition>): Record<Name, Definition> => all

export const METRICS = define({
  dealdwaar_http_requests_total: {
    type: 'counter',
    help: 'Requests by route id, method and status; 499: the client left before the end.',
    labels: ['route', 'method', 'status'],
  },
  dealdwaar_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the headers of a request to the end of its answer.',
    labels: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 45],
  },
  dealdwaar_page_cache_requests_total: {
    type: 'counter',
    help: 'Requests for pages: hit, stale (the old page, while it is rendered again), miss, bypass (not for the cache).',
    labels: ['result'],
  },
  dealdwaar_page_cache_bytes: { type: 'gauge', help: 'Of the pages that are stored, of PAGE_CACHE_MB.' },
  dealdwaar_page_cache_pages: { type: 'gauge', help: 'Stored pages.' },
  dealdwaar_admission_waiting: {
    type: 'gauge',
    help: 'Requests that wait for a place, by kind.',
    labels: ['kind'],
  },
  dealdwaar_admission_running: { type: 'gauge', help: 'Requests in the application.' },
  dealdwaar_event_loop_lag_seconds: {
    type: 'gauge',
    help: 'How late the event loop was since it was last asked: median, 99th percentile, longest; of the slowest process.',
    labels: ['percentile'],
    of: 'max',
  },
  dealdwaar_database_connections_max: { type: 'gauge', help: 'DATABASE_POOL, of all processes together.' },
  dealdwaar_database_transactions: {
    type: 'gauge',
    help: 'Transactions that hold a connection of the pool (running) or wait for one (waiting).',
    labels: ['state'],
  },
  dealdwaar_database_waits_total: { type: 'counter', help: 'Transactions that got a connection.' },
  dealdwaar_database_wait_seconds_total: {
    type: 'counter',
    help: 'How long transactions waited for a connection and its BEGIN; by waits_total it is the mean.',
  },
  dealdwaar_otp_sent_total: {
    type: 'counter',
    help: 'One-time codes by provider and outcome: sent, or failed.',
    labels: ['provider', 'outcome'],
  },
  dealdwaar_otp_verified_total: {
    type: 'counter',
    help: 'Entered codes by outcome: right, wrong, ended, unanswered, or refused by a limit.',
    labels: ['outcome'],
  },
  dealdwaar_payout_webhooks_unknown_total: {
    type: 'counter',
    help: 'Webhooks about a payout of ours that is not in the books, as after a restore.',
    labels: ['provider'],
  },
  dealdwaar_worker_failures_total: {
    type: 'counter',
    help: 'Runs of a worker that failed.',
    labels: ['worker'],
  },
  dealdwaar_worker_age_seconds: {
    type: 'gauge',
    help: 'Since the last run of a worker that did not fail, or since the start.',
    labels: ['worker'],
    of: 'max',
  },
  dealdwaar_backup_age_seconds: {
    type: 'gauge',
    help: 'Since the file last-backup in DATA_DIR was written; without one since the install. Missing in the demo.',
    of: 'min',
  },
  dealdwaar_database_up: {
    type: 'gauge',
    help: '1: the metrics below were read from the database; 0: they are missing.',
    of: 'max',
  },
  dealdwaar_database_read_seconds: {
    type: 'gauge',
    help: 'How long that took, with the wait for a connection.',
    of: 'max',
  },
  dealdwaar_postback_lag_seconds: {
    type: 'gauge',
    help: 'Age of the oldest stored postback of a network that is not applied.',
    labels: ['network'],
    of: 'max',
  },
  dealdwaar_queue_depth: {
    type: 'gauge',
    help: 'Rows that wait: postbacks, quarantine, payout_webhooks, payout_orders, alert_messages.',
    labels: ['queue'],
    of: 'max',
  },
  dealdwaar_withdrawals_open: {
    type: 'gauge',
    help: 'Withdrawals that are not over, by status.',
    labels: ['status'],
    of: 'max',
  },
  dealdwaar_withdrawals_day: {
    type: 'gauge',
    help: 'Withdrawals that were asked for in the last 24 hours, by status.',
    labels: ['status'],
    of: 'max',
  },
  dealdwaar_audit_defects: {
    type: 'gauge',
    help: 'What the last audit found wrong in the books.',
    of: 'max',
  },
  dealdwaar_task_age_seconds: {
    type: 'gauge',
    help: 'Since what one process does for all (audit, checkpoint, sweep, ranking ...) last succeeded.',
    labels: ['task'],
    of: 'max',
  },
  dealdwaar_archive_failing_seconds: {
    type: 'gauge',
    help: 'If the last try to archive WAL failed, since the last that did not; else 0. Missing without archive_mode.',
    of: 'max',
  },
  dealdwaar_alerts_open: {
    type: 'gauge',
    help: 'Open alerts by cause (docs/operations.md, Alerts of the application).',
    labels: ['cause'],
    of: 'max',
  },
})

export type MetricName = keyof typeof METRICS

export interface Sample {
  name: MetricName
  labels?: Record<string, string>
  value: number
}
