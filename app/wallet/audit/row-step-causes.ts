import { BEGIN, byCommand } from './check'

/** How long a change without a cause is reported, because the audit looks up each cause every hour. */
const NAMED_FOR = "interval '90 days'"

const hasNotice = (userId: string) => `
  EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = ${userId} AND n.created_at = s.made_at)`

const hasLeftThen = `EXISTS (SELECT 1 FROM users x WHERE x.deleted_at = s.made_at)`

const hasLeftLater = (userId: string) => `
  EXISTS (SELECT 1 FROM users x WHERE x.id = ${userId} AND x.deleted_at >= s.made_at)`

const DETAILS_CAUSE = `${hasNotice('s.row_id::bigint')} OR ${hasLeftLater('s.row_id::bigint')}`

const isReported = (saleId: string, other = '') => `
  EXISTS (SELECT 1 FROM postback_inbox j JOIN row_steps e ON e.table_name = 'postback_inbox' AND e.row_id = j.id::text
           WHERE j.conversion_id = ${saleId} AND e.made_at = s.made_at ${other})`

const isClaimed = (saleId: string) => `
  EXISTS (SELECT 1 FROM conversions c JOIN clicks k ON k.id = c.click_id WHERE c.id = ${saleId} AND k.claimed_at = s.made_at)`

interface Change {
  /** SQL: the row that the application writes in the same transaction as step `s`. */
  cause: string
  inserted?: boolean
}

const CHANGES: Record<string, Change> = {
  clicks: { cause: 'EXISTS (SELECT 1 FROM clicks k WHERE k.id = s.row_id AND k.claimed_at = s.made_at)' },
  conversions: {
    cause: `
      ${isReported('s.row_id::bigint')} OR ${isClaimed('s.row_id::bigint')} OR ${hasLeftThen}
      OR EXISTS (SELECT 1 FROM held_money h JOIN row_steps e ON e.table_name = 'held_money' AND e.row_id = h.id::text
                  WHERE h.conversion_id = s.row_id::bigint AND e.made_at = s.made_at)`,
    inserted: true,
  },
  // A member's appeal has a notice. Other changes need a command, or a report that replaced the credit.
  claims: {
    cause: `
      EXISTS (SELECT 1 FROM claims l
               WHERE l.id = s.row_id::bigint AND (${isReported('l.conversion_id')} OR ${hasNotice('l.user_id')} OR ${hasLeftLater('l.user_id')}))
      OR ${byCommand(['claims'], 's.made_at')}`,
  },
  held_money: {
    cause: `
      EXISTS (SELECT 1 FROM held_money h
               WHERE h.id = s.row_id::bigint AND (${isReported('h.conversion_id')} OR ${hasNotice('h.user_id')} OR ${hasLeftThen}
                 OR EXISTS (SELECT 1 FROM signal_members m JOIN signals g ON g.id = m.signal_id
                             WHERE m.user_id = h.user_id AND g.upheld_at <= s.made_at)))`,
  },
  postback_inbox: {
    cause: `
      EXISTS (SELECT 1 FROM postback_inbox i
               WHERE i.id = s.row_id::bigint AND (${isReported('i.conversion_id', 'AND e.row_id <> s.row_id')} OR ${isClaimed('i.conversion_id')}))
      OR ${byCommand(['postbacks'], 's.made_at')}`,
  },
  users: {
    cause: `${hasNotice('s.row_id::bigint')} OR ${hasLeftLater('s.row_id::bigint')} OR ${hasLeftThen}`,
  },
  bank_details: { cause: DETAILS_CAUSE, inserted: true },
  upi_details: { cause: DETAILS_CAUSE, inserted: true },
  payout_batches: { cause: byCommand(['withdrawals'], 's.made_at'), inserted: true },
  payout_batch_items: { cause: byCommand(['withdrawals'], 's.made_at'), inserted: true },
  payout_conflicts: { cause: byCommand(['conflicts'], 's.made_at') },
  departures: {
    cause: `
      EXISTS (SELECT 1 FROM departures d WHERE d.id = s.row_id::bigint AND (d.returned_at = s.made_at OR d.left_at <= s.made_at - interval '400 days'))
      OR EXISTS (SELECT 1 FROM ledger_transfers t
                  WHERE t.ref_type = 'departure' AND t.ref_id = s.row_id::bigint
                    AND t.created_at BETWEEN s.made_at AND s.made_at + interval '1 hour')
      OR ${byCommand(['users lift'], 's.made_at')}`,
  },
  signals: { cause: `s.digest IS NULL OR ${byCommand(['signals'], 's.made_at')}` },
  signal_members: { cause: 's.digest IS NULL' },
  // The end of a command has the clock's time, within its transaction; its seal proves that the application wrote it.
  operator_log: {
    cause: `
      EXISTS (SELECT 1 FROM operator_log o WHERE o.id = s.row_id::bigint AND o.finished_at >= s.made_at)`,
  },
  approvals: {
    cause: 'EXISTS (SELECT 1 FROM approvals a WHERE a.id = s.row_id::bigint AND a.decided_at = s.made_at)',
  },
  operators: { cause: byCommand(['operators', 'demo'], 's.made_at'), inserted: true },
  brands: { cause: byCommand(['catalogue', 'rates', 'stores', 'demo'], 's.made_at') },
  campaigns: { cause: byCommand(['catalogue', 'rates', 'demo'], 's.made_at') },
}

export const changesWithoutCause = Object.entries(CHANGES)
  .map(
    ([table, { cause, inserted }]) => `
    SELECT '${table} ' || s.row_id AS subject,
           CASE WHEN s.digest IS NULL THEN 'deleted ' ELSE 'changed ' END || s.made_at AS detail
      FROM row_steps s
     WHERE s.table_name = '${table}' AND s.made_at > greatest(${BEGIN}, now() - ${NAMED_FOR}) AND NOT (${cause})
       ${inserted ? '' : 'AND EXISTS (SELECT 1 FROM row_steps e WHERE e.table_name = s.table_name AND e.row_id = s.row_id AND e.id < s.id)'}`,
  )
  .join(' UNION ALL ')
