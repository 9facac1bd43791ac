/** Each transfer by itself. */
import type { Checks } from './check'

export const transfersChecks: Checks = {
  'transfer without its cause': {
    next: 'the sale or withdrawal was deleted or never was: compare with a backup',
    query: `
    SELECT t.reference AS subject, t.ref_type || ' ' || t.ref_id AS detail
      FROM ledger_transfers t
     WHERE (t.ref_type = 'conversion' AND NOT EXISTS (SELECT 1 FROM conversions c WHERE c.id = t.ref_id))
        OR (t.ref_type = 'withdrawal' AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = t.ref_id))`,
  },
}
