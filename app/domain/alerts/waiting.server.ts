import { sql } from 'drizzle-orm'
import { isRefusedImport } from '~/domain/catalog/feeds.server'
import { db, type Reader } from '~/platform/db/client.server'

export interface WaitingItem {
  what: string
  count: number
  oldest: Date | null
  operation: string
  input: Record<string, string>
}

const selectUnresolved = (table: string, since: string, where: string) =>
  `SELECT count(*)::int AS count, min(${since}) AS oldest FROM ${table} WHERE ${where}`

/** What waits for a person, in the order of a day. Each query reads an index of what is open. */
const WAITING: readonly [what: string, operation: string, input: WaitingItem['input'], query: string][] = [
  ['open alerts', 'alerts list', {}, selectUnresolved('alerts', 'opened_at', 'cleared_at IS NULL')],
  [
    'reports in quarantine',
    'postbacks list',
    { state: 'quarantined' },
    selectUnresolved('postback_inbox', 'received_at', "outcome = 'quarantined' AND resolved_at IS NULL"),
  ],
  [
    'claims that wait for us',
    'claims list',
    { waiting: 'yes' },
    selectUnresolved('claims', 'created_at', 'waits_for_us'),
  ],
  [
    'credits of claims that no network reported',
    'claims list',
    { unreported: 'yes' },
    selectUnresolved('claims', 'ended_at', "state = 'credited' AND awaits_report"),
  ],
  [
    'open signals of fraud',
    'signals list',
    {},
    selectUnresolved('signals', 'raised_at', 'cleared_at IS NULL AND upheld_at IS NULL'),
  ],
  [
    'contradicted payouts',
    'conflicts list',
    {},
    selectUnresolved('payout_conflicts', 'found_at', 'resolved_at IS NULL'),
  ],
  [
    'requested withdrawals',
    'withdrawals list',
    { status: 'requested' },
    selectUnresolved('withdrawals', 'created_at', "status = 'requested'"),
  ],
  [
    'approved, in no bank file',
    'withdrawals export',
    {},
    selectUnresolved(
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
    selectUnresolved(
      'withdrawals w JOIN payout_batch_items i ON i.withdrawal_id = w.id AND i.left_at IS NULL',
      'w.updated_at',
      "w.status = 'processing'",
    ),
  ],
  [
    'payouts of unknown outcome',
    'withdrawals list',
    { status: 'unknown' },
    selectUnresolved('withdrawals', 'updated_at', "status = 'unknown'"),
  ],
  [
    'adjustments for a second person',
    'adjustments list',
    { state: 'waiting' },
    selectUnresolved('adjustments', 'created_at', "state = 'waiting'"),
  ],
  [
    'settings for a second person',
    'settings list',
    {},
    selectUnresolved(
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
    selectUnresolved('approvals', 'created_at', "state = 'waiting'"),
  ],
  [
    'offers of feeds',
    'catalogue held',
    {},
    selectUnresolved(
      'held_rows h JOIN held_imports i ON i.id = h.import_id',
      'i.created_at',
      `NOT ${isRefusedImport('i.id')}`,
    ),
  ],
  [
    'jobs for the worker',
    'jobs list',
    {},
    selectUnresolved('queued_jobs', 'created_at', 'input IS NOT NULL'),
  ],
]

export const listWaitingWork = (reader: Reader = db): Promise<WaitingItem[]> =>
  Promise.all(
    WAITING.map(async ([what, operation, input, query]) => {
      const [row] = await reader.execute<{ count: number; oldest: string | null }>(sql.raw(query))
      const { count, oldest } = row!
      return { what, operation, input, count, oldest: oldest === null ? null : new Date(oldest) }
    }),
  )
