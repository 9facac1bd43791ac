/** Corruptions of the triggers, constraints, indexes and defaults that guard the books. */
import { sql } from 'drizzle-orm'
import { corruptions } from './plant'

export const GUARDS = corruptions({
  'guards as shipped': {
    'an append-only trigger dropped': [
      sql`DROP TRIGGER ledger_transfers_append_only ON ledger_transfers`,
      sql`UPDATE ledger_transfers SET created_at = created_at - interval '1 day'`,
    ],
    'a guard disabled': sql`ALTER TABLE withdrawals DISABLE TRIGGER withdrawals_guard`,
    'all triggers of a table disabled, including those of foreign keys': sql`
        ALTER TABLE payout_conflicts DISABLE TRIGGER ALL`,
    'a guard whose function was replaced by an empty one': sql`
        CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
    'a guard whose function reads another schema first': sql`
        ALTER FUNCTION guard_withdrawal() SET search_path = elsewhere, public`,
    'a guard recreated with a condition that is never true': sql`
        CREATE OR REPLACE TRIGGER conversions_guard BEFORE UPDATE ON conversions
         FOR EACH ROW WHEN (false) EXECUTE FUNCTION guard_conversion()`,
    'a trigger of the same name that calls another function': [
      sql`CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
      sql`CREATE OR REPLACE TRIGGER clicks_guard BEFORE UPDATE ON clicks FOR EACH ROW EXECUTE FUNCTION pass()`,
    ],
    'an unknown trigger': [
      sql`CREATE FUNCTION redirect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
      sql`CREATE TRIGGER a_redirect BEFORE INSERT ON upi_details FOR EACH ROW EXECUTE FUNCTION redirect()`,
    ],
    'a rule that discards withdrawal steps': sql`
        CREATE RULE swallow AS ON INSERT TO withdrawal_steps DO INSTEAD NOTHING`,
    'a CHECK dropped': sql`ALTER TABLE conversions DROP CONSTRAINT conversions_not_negative`,
    'a CHECK replaced by a weaker one': sql`
        ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor,
         ADD CONSTRAINT ledger_accounts_floor CHECK (floor_paise IS NULL OR floor_paise <= 0)`,
    'a CHECK recreated as NOT VALID': sql`
        ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_amount,
         ADD CONSTRAINT withdrawals_amount CHECK (amount_paise > 0) NOT VALID`,
    'an unknown CHECK': sql`
        ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_none CHECK (id < 100000) NOT VALID`,
    'a UNIQUE dropped': sql`ALTER TABLE conversions DROP CONSTRAINT conversions_conversion`,
    'a UNIQUE replaced by one with another column': sql`
        ALTER TABLE payout_events DROP CONSTRAINT payout_events_once,
         ADD CONSTRAINT payout_events_once UNIQUE (provider, event_id, kind)`,
    'a PRIMARY KEY dropped': sql`ALTER TABLE withdrawal_steps DROP CONSTRAINT withdrawal_steps_pkey`,
    'a FOREIGN KEY dropped': sql`
        ALTER TABLE bank_entries DROP CONSTRAINT bank_entries_withdrawal_id_withdrawals_id_fk`,
    'a FOREIGN KEY recreated as NOT VALID': [
      sql`ALTER TABLE conversions DROP CONSTRAINT conversions_click_id_clicks_id_fk`,
      sql`ALTER TABLE conversions ADD CONSTRAINT conversions_click_id_clicks_id_fk
          FOREIGN KEY (click_id) REFERENCES clicks (id) NOT VALID`,
    ],
    'a FOREIGN KEY changed to ON DELETE CASCADE': sql`
        ALTER TABLE clicks DROP CONSTRAINT clicks_user_id_users_id_fk,
         ADD CONSTRAINT clicks_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE`,
    'a unique index dropped': sql`DROP INDEX payout_batch_items_one`,
    'a unique index recreated for fewer rows': [
      sql`DROP INDEX payout_batch_items_one`,
      sql`CREATE UNIQUE INDEX payout_batch_items_one ON payout_batch_items (withdrawal_id)
          WHERE left_at IS NULL AND batch_id < 0`,
    ],
    'a unique index recreated without UNIQUE': [
      sql`DROP INDEX payout_batch_items_one`,
      sql`CREATE INDEX payout_batch_items_one ON payout_batch_items (withdrawal_id) WHERE left_at IS NULL`,
    ],
    'a NOT NULL dropped': sql`ALTER TABLE ledger_transfers ALTER COLUMN reference DROP NOT NULL`,
    'a policy that hides rows': [
      sql`ALTER TABLE withdrawals ENABLE ROW LEVEL SECURITY`,
      sql`CREATE POLICY few ON withdrawals USING (id > 1)`,
    ],
    'a table whose rows count as withdrawals': sql`CREATE TABLE more_withdrawals () INHERITS (withdrawals)`,
    'a default that accepts sales': sql`ALTER TABLE conversions ALTER COLUMN accepted SET DEFAULT true`,
    'the ledger writable for everybody': sql`GRANT UPDATE ON ledger_transfers TO PUBLIC`,
  },
  'numbering ahead of its rows': {
    'the numbering of withdrawals restarted': sql`ALTER TABLE withdrawals ALTER COLUMN id RESTART`,
  },
})
