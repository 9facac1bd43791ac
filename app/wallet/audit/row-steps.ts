/** Digests that a trigger records of rows that decide about money (docs/decisions/0068-row-digests.md). */
import type { Checks } from './check'
import { changesWithoutCause } from './row-step-causes'

/** Tables with facts_of() and a trigger that calls note_row_step(). */
const TABLES = [
  'clicks',
  'conversions',
  'claims',
  'users',
  'bank_details',
  'upi_details',
  'withdrawals',
  'payout_orders',
  'payout_batches',
  'payout_batch_items',
  'payout_conflicts',
  'adjustments',
  'network_settlements',
  'network_settlement_items',
  'bank_entries',
  'settlement_references',
  'held_money',
  'settings',
  'period_closes',
  'month_corrections',
  'departures',
  'signals',
  'signal_members',
  'operator_log',
  'operator_log_rows',
  'approvals',
  'operators',
  'brands',
  'campaigns',
]

const rows = [
  ...TABLES.map((name) => `SELECT '${name}' AS table_name, facts_of(t) AS facts FROM ${name} t`),
  `SELECT 'postback_inbox', facts_of(t) FROM postback_inbox t WHERE processed_at IS NOT NULL`,
].join(' UNION ALL ')

export const rowStepsChecks: Checks = {
  'row = its last digest': {
    next: 'it was changed with the triggers disabled: stop payouts, compare the row with a backup',
    query: `
    SELECT table_name || ' ' || row_id AS subject,
           CASE WHEN r.digest IS NULL THEN 'is missing'
                WHEN s.row_id IS NULL THEN 'was added past its trigger'
                WHEN s.digest IS NULL THEN 'was deleted, and is there'
                ELSE 'is not as it was written' END AS detail
      FROM (SELECT DISTINCT ON (table_name, row_id) table_name, row_id, digest
              FROM row_steps WHERE table_name <> 'row_steps' ORDER BY table_name, row_id, id DESC) s
      FULL JOIN (SELECT table_name, facts[1] AS row_id, facts[2]::uuid AS digest FROM (${rows}) t) r USING (table_name, row_id)
     WHERE s.digest IS DISTINCT FROM r.digest`,
  },

  'change with its cause': {
    next: 'no command, report or member made it: stop payouts, compare the row with a backup',
    query: changesWithoutCause,
  },
}
