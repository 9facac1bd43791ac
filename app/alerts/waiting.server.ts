import { isNull, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { checkpoints } from '~/db/schema/ledger'
import { alerts } from '~/db/schema/monitoring'
import { listSecrets } from '~/tracking/senders.server'
import { countByNetwork } from '~/tracking/list-postbacks.server'
import { readLastAudit } from '~/wallet/audit/last-audit.server'
import { NETWORK_NAMES } from '~/config/networks'
import { readBackupAge } from './backup-age.server'

export interface Waiting {
  what: string
  count: number
  oldest: Date | null
  operation: string
  input: Record<string, string>
}

const unresolved = (table: string, since: string, where: string) =>
  `SELECT count(*)::int AS count, min(${since}) AS oldest FROM ${table} WHERE ${where}`

/** What waits for a person, in the order of a day. Each query reads an index of what is open. */
const WAITING: readonly [what: string, operation: string, input: Waiting['input'], query: string][] = [
  ['open alerts', 'alerts list', {}, unresolved('alerts', 'opened_at', 'cleared_at IS NULL')],
  [
    'reports in quarantine',
    'postbacks list',
    { state: 'quarantined' },
    unresolved('postback_inbox', 'received_at', "outcome = 'quarantined' AND resolved_at IS NULL"),
  ],
  [
    'claims that wait for us',
    'claims list',
    { waiting: 'yes' },
    unresolved('claims', 'created_at', 'waits_for_us'),
  ],
  [
    'open signals of fraud',
    'signals list',
    {},
    unresolved('signals', 'raised_at', 'cleared_at IS NULL AND upheld_at IS NULL'),
  ],
  [
    'contradicted payouts',
    'conflicts list',
    {},
    unresolved('payout_conflicts', 'found_at', 'resolved_at IS NULL'),
  ],
  [
    'requested withdrawals',
    'withdrawals list',
    { status: 'requested' },
    unresolved('withdrawals', 'created_at', "status = 'requested'"),
  ],
  [
    'approved, in no bank file',
    'withdrawals export',
    {},
    unresolved(
      'withdrawals w',
      'w.updated_at',
      `w.status = 'processing' AND NOT EXISTS (SELECT 1 FROM payout_batch_items i WHERE i.withdrawal_id = w.id AND i.left_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM payout_orders o WHERE o.withdrawal_id = w.id)`,
    ),
  ],
  [
    'in a bank file, not settled',
    'withdrawals batches',
    {},
    unresolved(
      'withdrawals w JOIN payout_batch_items i ON i.withdrawal_id = w.id AND i.left_at IS NULL',
      'w.updated_at',
      "w.status = 'processing'",
    ),
  ],
  [
    'payouts of unknown outcome',
    'withdrawals list',
    { status: 'unknown' },
    unresolved('withdrawals', 'updated_at', "status = 'unknown'"),
  ],
  [
    'adjustments for a second person',
    'adjustments list',
    { state: 'waiting' },
    unresolved('adjustments', 'created_at', "state = 'waiting'"),
  ],
  [
    'settings for a second person',
    'settings list',
    {},
    unresolved(
      'settings s',
      's.created_at',
      `s.in_force_from IS NULL
         AND NOT EXISTS (SELECT 1 FROM settings r WHERE r.name = s.name AND r.id > s.id AND r.in_force_from <= now())`,
    ),
  ],
  [
    'commands for a second person',
    'approvals list',
    {},
    unresolved('approvals', 'created_at', "state = 'waiting'"),
  ],
  ['jobs for the worker', 'jobs list', {}, unresolved('queued_jobs', 'created_at', 'input IS NOT NULL')],
]

export const listWaiting = (reader: Reader = db): Promise<Waiting[]> =>
  Promise.all(
    WAITING.map(async ([what, operation, input, query]) => {
      const [row] = await reader.execute<{ count: number; oldest: string | null }>(sql.raw(query))
      const { count, oldest } = row!
      return { what, operation, input, count, oldest: toDate(oldest) }
    }),
  )

export interface Heard {
  what: string
  last: Date | null
  /** An alert says so, or a backup is older than 36 hours. Null: not late, or nothing says when it would be. */
  state: 'late' | null
}

/** Seconds. */
export const OLD_BACKUP = 36 * 3600

/** When each source was last heard: networks with a secret, feeds, audit, checkpoint and backup. */
export async function listHeard(): Promise<Heard[]> {
  const [late, networks, feeds, audit, newest, backup] = await Promise.all([
    listLate(),
    countByNetwork(),
    db.execute<{ last: string | null }>(sql`
      SELECT max(finished_at) AS last FROM operator_log
       WHERE command LIKE 'catalogue import %' AND outcome IN ('done', 'partly')`),
    readLastAudit(),
    db.select({ last: sql<string | null>`max(${checkpoints.made_at})` }).from(checkpoints),
    readBackupAge(),
  ])
  const [checkpoint] = newest
  return [
    ...NETWORK_NAMES.filter((name) => listSecrets(name).length).map((name) => ({
      what: `network ${name}`,
      last: networks.get(name)?.heard ?? null,
      state: late(`network-silent ${name}`),
    })),
    { what: 'import of a feed', last: toDate(feeds[0]!.last), state: null },
    { what: 'audit', last: audit?.at ?? null, state: late('audit not run') },
    { what: 'checkpoint', last: toDate(checkpoint!.last), state: late('checkpoint ') },
    ...backup.map(({ value }) => ({
      what: 'backup',
      last: new Date(Date.now() - value * 1000),
      state: value > OLD_BACKUP ? ('late' as const) : null,
    })),
  ]
}

/** Decides by the open alerts, which know each limit. */
async function listLate(): Promise<(alert: string) => Heard['state']> {
  const open = await db
    .select({ alert: sql<string>`${alerts.cause} || ' ' || ${alerts.subject}` })
    .from(alerts)
    .where(isNull(alerts.cleared_at))
  const late = new Set(open.map(({ alert }) => alert))
  return (alert) => (late.has(alert) ? 'late' : null)
}

const toDate = (time: string | null) => (time === null ? null : new Date(time))
