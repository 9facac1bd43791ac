/** Every alert, once: ops/alerts.yml, the webhook, the mails and `alerts show` are made from this list (docs/operations.md, Alerts). */

/** An operation that helps, with its input as far as it is known. */
interface Look {
  operation: string
  input: Record<string, string>
}

const look = (operation: string, input: Look['input'] = {}): Look => ({ operation, input })

interface Texts {
  title: string
  /** What to do, in words for the desk and mails: `see` has the operations for it. */
  next: string
  /** page: wakes a person; ticket: can wait for the morning. */
  severity: 'page' | 'ticket'
}

/** The application finds it by what is in the database, and Prometheus by `dealdwaar_alerts_open`. */
export interface ConditionAlert extends Texts {
  /** The operation that handles it, whose role gets the mail; null: an owner acts on the server. */
  acts: string | null
  see?: readonly Look[]
}

/** Prometheus alone can find it: by rates, by what lasts, by what each of several servers says, or from outside. */
export interface PrometheusAlert extends Texts {
  expr: string
  for?: string
}

/** What follows from an outage of the database, here and for 10 min after, raises no alert besides. */
const UNLESS_AWAY =
  'unless on (job) max_over_time(ALERTS{alertname="DealdwaarDatabaseAway",alertstate="firing"}[10m])'

export const ALERTS = {
  audit: {
    title: 'The audit found defects, or did not run',
    next: 'Stop payouts, and have the audit run on the server: it names each defect and what to do about it.',
    severity: 'page',
    acts: null,
  },
  checkpoint: {
    title: 'The nightly checkpoint is missing',
    next: 'Look in the log of the server for ‘no checkpoint was made’, then have the audit make one there.',
    severity: 'ticket',
    acts: null,
  },
  quarantine: {
    title: 'Many postbacks wait in quarantine',
    next: 'Look at what is in quarantine, and replay, accept or dismiss it.',
    see: [look('postbacks list', { state: 'quarantined' })],
    severity: 'ticket',
    acts: 'postbacks replay',
  },
  'commission-lowered': {
    title: 'A network lowered its commission below what a sale cost',
    next: 'Look at the sale, and ask the network why; a hold on the member keeps the cashback from leaving meanwhile.',
    see: [look('conversions list'), look('users hold')],
    severity: 'ticket',
    acts: 'users hold',
  },
  'commission-raised': {
    title: 'A network reports more than twice its usual commission',
    next: 'Compare some sales of the network with its own pages; until it is explained, put the members on hold, and have its secret changed if the reports are not its own.',
    see: [look('conversions list'), look('users hold')],
    severity: 'ticket',
    acts: 'users hold',
  },
  'postback-lag': {
    title: 'Reports are stored and not applied',
    next: 'Look in the log of the server for ‘postback left in the inbox’ and ‘scheduled work failed’; then restart the server.',
    severity: 'page',
    acts: null,
  },
  'network-silent': {
    title: 'A network has not reported for longer than usual',
    next: 'See what the network has reported, and have its connection tested on the server; then ask the network whether its postbacks fail.',
    see: [look('networks list')],
    severity: 'ticket',
    acts: 'networks list',
  },
  'payout-stuck': {
    title: 'A payout is not settled',
    next: 'Look at the withdrawal and at the provider’s dashboard, and ask the provider again.',
    see: [look('withdrawals list'), look('withdrawals ask')],
    severity: 'ticket',
    acts: 'withdrawals ask',
  },
  'payout-unknown': {
    title: 'Nobody knows whether a withdrawal was paid',
    next: 'Ask the provider, and look at its dashboard. Never pay it by hand before the provider has said that it did not.',
    see: [look('withdrawals list', { status: 'unknown' }), look('withdrawals ask')],
    severity: 'page',
    acts: 'withdrawals ask',
  },
  'payout-waiting': {
    title: 'Withdrawals wait for you',
    next: 'Approve, refuse or pay them.',
    see: [
      look('withdrawals list', { status: 'requested' }),
      look('withdrawals list', { status: 'processing' }),
    ],
    severity: 'ticket',
    acts: 'withdrawals approve',
  },
  'payout-conflict': {
    title: 'A payout provider contradicts the books',
    next: 'Compare the conflict with the provider’s dashboard, then say what you found.',
    see: [look('conflicts list')],
    severity: 'ticket',
    acts: 'conflicts resolve',
  },
  'adjustment-waiting': {
    title: 'An adjustment waits for approval',
    next: 'Look at it, then approve or refuse it as another person than the one who requested it.',
    see: [look('adjustments list', { state: 'waiting' })],
    severity: 'ticket',
    acts: 'adjustments approve',
  },
  'setting-lowered': {
    title: 'A change of a setting protects less',
    next: 'Look at what waits; then approve it as another person than the one who made it, or set the value in force again to call it off.',
    see: [look('settings list')],
    severity: 'ticket',
    acts: 'settings approve',
  },
  alone: {
    title: 'One person is about to decide alone',
    next: 'Nobody who may agree is independent of the person. Look at what waits; an owner who does not want it refuses it, or sets the value in force of a setting again.',
    see: [look('today')],
    severity: 'ticket',
    acts: 'today',
  },
  'second-person': {
    title: 'A request waits for another person',
    next: 'Look at what waits for a second person; then agree or refuse.',
    see: [look('today')],
    severity: 'ticket',
    acts: 'today',
  },
  'offers-held': {
    title: 'Offers of a feed wait for a second person',
    next: 'Look at the offers that wait; then let in their import, or refuse the approval of what you did not expect: a link of another host or publisher sends the commission elsewhere. After an upgrade, the links in use can be confirmed at once.',
    see: [look('catalogue held'), look('approvals list'), look('networks confirm-links')],
    severity: 'ticket',
    acts: 'catalogue accept',
  },
  'rate-refused': {
    title: 'A planned rate or a flash sale was not applied',
    next: 'Look at why it was refused. Set the rate by hand, or plan it again, which asks for a second person where the guard does; cancelling the refused one closes this alert.',
    see: [look('rates planned', { state: 'refused' }), look('rates cancel')],
    severity: 'ticket',
    acts: 'rates cancel',
  },
  'proofs-large': {
    title: 'Members send very many files as proofs',
    next: 'Look at the newest claims, and at the room that the database has; a hold does not stop files. Let the proxy log the addresses of ‘/Account/Claims/’ for a while, and block those that send them.',
    see: [look('claims list')],
    severity: 'ticket',
    acts: null,
  },
  'proxy-unlisted': {
    title: 'Somebody who is no proxy of ours sent X-Forwarded-For',
    next: 'Look in the log for ‘X-Forwarded-For is ignored’, which names the address: list it in TRUSTED_PROXIES if it is your proxy, whose visitors share one limit until then; else close the port to it.',
    severity: 'ticket',
    acts: null,
  },
  'link-mails': {
    title: 'No more mails with links are sent in this hour',
    next: 'Look in the log for ‘mail with a link not sent’: somebody may misuse the forms; raise LINK_MAILS_PER_HOUR if members do.',
    severity: 'ticket',
    acts: null,
  },
  'messages-waiting': {
    title: 'Messages cannot be sent',
    next: 'Look at the answer in its detail, and for ‘a delivery failed’ in the log; then at the mail server (docs/operations.md, ‘Mail’).',
    severity: 'ticket',
    acts: null,
  },
  'archive-fails': {
    title: 'PostgreSQL archives no WAL',
    next: 'What is not archived is lost with the disk, and fills it meanwhile. The log of PostgreSQL has the error of the archive command; on the server, the check of pgbackrest as postgres tries it.',
    severity: 'page',
    acts: null,
  },
  'not-checked': {
    title: 'A condition could not be evaluated',
    next: 'Look in the log for ‘alert condition failed’.',
    severity: 'ticket',
    acts: null,
  },

  down: {
    title: '{{ $labels.instance }} gives no metrics.',
    next: 'Ask /healthz and /readyz of that server and look whether the process runs. If it does, METRICS_PORT or METRICS_HOST is wrong.',
    severity: 'page',
    expr: 'up{job="dealdwaar"} == 0',
    for: '2m',
  },
  absent: {
    title: 'Prometheus asks no server: nothing is watched.',
    next: 'Add the job dealdwaar to scrape_configs, as in docs/operations.md.',
    severity: 'page',
    expr: 'absent(up{job="dealdwaar"})',
    for: '5m',
  },
  'database-away': {
    title: 'PostgreSQL does not answer the servers within 2.5 s.',
    next: 'Guests see stored pages for up to an hour; nobody can sign in, and networks have to send again. Look at PostgreSQL itself: does it run, is its disk full, are its connections used up?',
    severity: 'page',
    expr: 'max by (job) (dealdwaar_database_up) == 0',
    for: '2m',
  },
  errors: {
    title: '{{ $value | humanizePercentage }} of all requests fail.',
    next: 'By route: sum by (route, status) (rate(dealdwaar_http_requests_total{status=~"5.."}[5m])). 503 means overload or no database, 500 a fault: look in the log for "page failed" and "call failed".',
    severity: 'page',
    expr: `
      sum by (job) (rate(dealdwaar_http_requests_total{status=~"5.."}[5m]))
        / sum by (job) (rate(dealdwaar_http_requests_total[5m])) > 0.05
      and sum by (job) (rate(dealdwaar_http_requests_total{status=~"5.."}[5m])) > 0.1
      ${UNLESS_AWAY}`,
    for: '5m',
  },
  'postbacks-refused': {
    title: 'Postbacks are not stored.',
    next: 'Networks send again, but not for ever. Mend what DealdwaarDatabaseAway or the log says; then find what is missing with `dealdwaar conversions reconcile`.',
    severity: 'page',
    expr: `
      sum by (job) (rate(dealdwaar_http_requests_total{route="routes/machine/postback",status=~"5.."}[5m])) > 0
      ${UNLESS_AWAY}`,
    for: '5m',
  },
  slow: {
    title: 'One request in twenty takes more than {{ $value | humanizeDuration }}.',
    next: 'By route in the dashboard. Then the pool (DealdwaarPoolFull), the event loop (DealdwaarEventLoopLate), and slow statements in PostgreSQL.',
    severity: 'ticket',
    expr: `
      histogram_quantile(0.95, sum by (job, le) (rate(dealdwaar_http_request_duration_seconds_bucket[5m]))) > 1
      and sum by (job) (rate(dealdwaar_http_request_duration_seconds_count[5m])) > 1
      ${UNLESS_AWAY}`,
    for: '10m',
  },
  'event-loop-late': {
    title: '{{ $labels.instance }} is {{ $value | humanizeDuration }} late in one turn of a hundred.',
    next: 'The processor is used up: more processes (WEB_CONCURRENCY) on more cores, another server, or a larger page cache (PAGE_CACHE_MB).',
    severity: 'ticket',
    expr: 'dealdwaar_event_loop_lag_seconds{percentile="99"} > 0.25',
    for: '10m',
  },
  'pool-full': {
    title: 'Transactions of {{ $labels.instance }} wait for a connection.',
    next: 'Look for locks and slow statements in pg_stat_activity first; raise DATABASE_POOL only if PostgreSQL has processors to spare.',
    severity: 'ticket',
    expr: `
      max by (job, instance) (dealdwaar_database_transactions{state="waiting"}) > 0
      ${UNLESS_AWAY}`,
    for: '5m',
  },
  'alerts-late': {
    title: 'The application evaluates no conditions.',
    next: 'Does a server run the background jobs (BACKGROUND_JOBS), or `dealdwaar work`? Then look in the log for "scheduled work failed".',
    severity: 'page',
    // Before the first evaluation there is no age.
    expr: `
      max by (job) (dealdwaar_task_age_seconds{task="alerts"}) > 600
      or max by (job) (dealdwaar_database_up) == 1
        unless on (job) max by (job) (dealdwaar_task_age_seconds{task="alerts"})`,
    for: '5m',
  },
  // The condition 'audit' waits 15 minutes after each start, which a server that keeps restarting never reaches.
  'audit-late': {
    title: 'No audit has ended for {{ $value | humanizeDuration }}.',
    next: 'Look in the log for "scheduled work failed". If you set AUDIT_MINUTES to more than 60, raise this rule with it.',
    severity: 'page',
    expr: 'max by (job) (dealdwaar_task_age_seconds{task="audit"}) > 3 * 3600',
    for: '5m',
  },
  // A counter that begins with 1 has no increase.
  'payout-unknown-order': {
    title: '{{ $labels.provider }} reports payouts of ours that are not in the books.',
    next: `The log has the references: "payout webhook about an order that is not in the books". After a restore run \`dealdwaar restored\`, compare the provider's list of payouts with \`dealdwaar withdrawals list\`, and pay nothing by hand before.`,
    severity: 'page',
    expr: `
      sum by (provider) (increase(dealdwaar_payout_webhooks_unknown_total[1h])) > 0
      or sum by (provider) (dealdwaar_payout_webhooks_unknown_total unless dealdwaar_payout_webhooks_unknown_total offset 1h) > 0`,
  },
  'codes-fail': {
    title: '{{ $value | humanizePercentage }} of the one-time codes are not sent by {{ $labels.provider }}.',
    next: 'Nobody can join or sign in by code. The log has the kind of failure ("code not sent"); look at the status and the balance at the provider.',
    severity: 'page',
    expr: `
      sum by (provider) (increase(dealdwaar_otp_sent_total{outcome="failed"}[10m]))
        / sum by (provider) (increase(dealdwaar_otp_sent_total[10m])) > 0.2
      and sum by (provider) (increase(dealdwaar_otp_sent_total{outcome="failed"}[10m])) >= 5`,
    for: '5m',
  },
  'worker-fails': {
    title: 'The worker {{ $labels.worker }} failed {{ $value | humanize }} times in half an hour.',
    next: 'Look in the log for "scheduled work failed" with its name.',
    severity: 'ticket',
    expr: `
      sum by (job, worker) (increase(dealdwaar_worker_failures_total[30m])) > 3
      unless on (job) min_over_time(max by (job) (dealdwaar_database_up)[35m:1m]) == 0`,
    for: '5m',
  },
  'worker-stuck': {
    title:
      'The worker {{ $labels.worker }} of {{ $labels.instance }} has ended no run for {{ $value | humanizeDuration }}.',
    next: 'Look in the log for its name and in pg_stat_activity for what it waits for; restart the server if there is nothing.',
    severity: 'ticket',
    expr: `
      dealdwaar_worker_age_seconds > 2 * 3600
      ${UNLESS_AWAY}`,
  },
  // Of node_exporter on the machines of the server, of PostgreSQL and of the backups.
  'disk-low': {
    title: '{{ $labels.instance }} has less than 15 % of {{ $labels.mountpoint }} left.',
    next: 'PostgreSQL stops writing when its disk is full: reports of sales are then refused with 503 until there is room. `df -h` and `du -xh --max-depth=2` show what fills it: WAL that is not archived (DealdwaarArchiveFails), old backups, logs of journald.',
    severity: 'page',
    expr: 'min by (instance, mountpoint) (node_filesystem_avail_bytes{fstype=~"ext4|xfs|btrfs"} / node_filesystem_size_bytes) < 0.15',
    for: '10m',
  },
  // One of several servers may have the file.
  'backup-old': {
    title: 'No backup has ended for 26 hours.',
    next: '`systemctl status dealdwaar-backup` and `pgbackrest info` as postgres. Where another tool or machine makes backups, let it write the file last-backup in DATA_DIR when it has ended, or delete this rule.',
    severity: 'ticket',
    expr: 'min by (job) (dealdwaar_backup_age_seconds) > 26 * 3600',
    for: '10m',
  },
} as const satisfies Record<string, ConditionAlert | PrometheusAlert>

type Alerts = typeof ALERTS
export type Cause = {
  [Name in keyof Alerts]: Alerts[Name] extends ConditionAlert ? Name : never
}[keyof Alerts]

export const isConditionAlert = (alert: ConditionAlert | PrometheusAlert): alert is ConditionAlert =>
  'acts' in alert

/** A stored cause may be of another version of the application. */
export function describeCause(cause: string): Pick<ConditionAlert, 'title' | 'next' | 'acts' | 'see'> {
  const alert = (ALERTS as Partial<Record<string, ConditionAlert | PrometheusAlert>>)[cause]
  return alert && isConditionAlert(alert)
    ? alert
    : { title: cause, next: 'This version does not know this cause.', acts: null }
}
