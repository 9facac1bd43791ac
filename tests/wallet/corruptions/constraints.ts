/** Corruptions of the constraints and unique indexes that guard the books. */
import { sql, type SQL } from 'drizzle-orm'
import type { Corruption } from './plant'

const found = (name: string, ...plant: SQL[]): Corruption => ({
  name,
  plant,
  end: { found: 'guards as shipped' },
})

export const DROPPED_CONSTRAINTS: Corruption[] = [
  found('a CHECK dropped', sql`ALTER TABLE conversions DROP CONSTRAINT conversions_not_negative`),
  found(
    'a CHECK replaced by a weaker one',
    sql`ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor,
          ADD CONSTRAINT ledger_accounts_floor CHECK (floor_paise IS NULL OR floor_paise <= 0)`,
  ),
  found(
    'a CHECK recreated as NOT VALID',
    sql`ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_amount,
          ADD CONSTRAINT withdrawals_amount CHECK (amount_paise > 0) NOT VALID`,
  ),
  found(
    'an unknown CHECK',
    sql`ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_none CHECK (id < 100000) NOT VALID`,
  ),
  found('a UNIQUE dropped', sql`ALTER TABLE conversions DROP CONSTRAINT conversions_conversion`),
  found(
    'a UNIQUE replaced by one with another column',
    sql`ALTER TABLE payout_events DROP CONSTRAINT payout_events_once,
          ADD CONSTRAINT payout_events_once UNIQUE (provider, event_id, kind)`,
  ),
  found('a PRIMARY KEY dropped', sql`ALTER TABLE withdrawal_steps DROP CONSTRAINT withdrawal_steps_pkey`),
  found(
    'a FOREIGN KEY dropped',
    sql`ALTER TABLE bank_entries DROP CONSTRAINT bank_entries_withdrawal_id_withdrawals_id_fk`,
  ),
  found(
    'a FOREIGN KEY recreated as NOT VALID',
    sql`ALTER TABLE conversions DROP CONSTRAINT conversions_click_id_clicks_id_fk`,
    sql`ALTER TABLE conversions ADD CONSTRAINT conversions_click_id_clicks_id_fk
          FOREIGN KEY (click_id) REFERENCES clicks (id) NOT VALID`,
  ),
  found(
    'a FOREIGN KEY changed to ON DELETE CASCADE',
    sql`ALTER TABLE clicks DROP CONSTRAINT clicks_user_id_users_id_fk,
          ADD CONSTRAINT clicks_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE`,
  ),
  found('a unique index dropped', sql`DROP INDEX payout_batch_items_one`),
  found(
    'a unique index recreated for fewer rows',
    sql`DROP INDEX payout_batch_items_one`,
    sql`CREATE UNIQUE INDEX payout_batch_items_one ON payout_batch_items (withdrawal_id)
          WHERE left_at IS NULL AND batch_id < 0`,
  ),
  found(
    'a unique index recreated without UNIQUE',
    sql`DROP INDEX payout_batch_items_one`,
    sql`CREATE INDEX payout_batch_items_one ON payout_batch_items (withdrawal_id) WHERE left_at IS NULL`,
  ),
  found('a NOT NULL dropped', sql`ALTER TABLE ledger_transfers ALTER COLUMN reference DROP NOT NULL`),
]
