/** Corruptions of the triggers that guard the books. */
import { sql } from 'drizzle-orm'
import type { Corruption } from './plant'

export const GUARDS: Corruption[] = [
  {
    name: 'a guard disabled',
    plant: [sql`ALTER TABLE withdrawals DISABLE TRIGGER withdrawals_guard`],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'all triggers of a table disabled, including those of foreign keys',
    plant: [sql`ALTER TABLE payout_conflicts DISABLE TRIGGER ALL`],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'a guard whose function was replaced by an empty one',
    plant: [
      sql`CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
    ],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'a guard whose function reads another schema first',
    plant: [sql`ALTER FUNCTION guard_withdrawal() SET search_path = elsewhere, public`],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'a guard recreated with a condition that is never true',
    plant: [
      sql`CREATE OR REPLACE TRIGGER conversions_guard BEFORE UPDATE ON conversions
          FOR EACH ROW WHEN (false) EXECUTE FUNCTION guard_conversion()`,
    ],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'a trigger of the same name that calls another function',
    plant: [
      sql`CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
      sql`CREATE OR REPLACE TRIGGER clicks_guard BEFORE UPDATE ON clicks FOR EACH ROW EXECUTE FUNCTION pass()`,
    ],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'an unknown trigger',
    plant: [
      sql`CREATE FUNCTION redirect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
      sql`CREATE TRIGGER a_redirect BEFORE INSERT ON upi_details FOR EACH ROW EXECUTE FUNCTION redirect()`,
    ],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'a rule that discards withdrawal steps',
    plant: [sql`CREATE RULE swallow AS ON INSERT TO withdrawal_steps DO INSTEAD NOTHING`],
    end: { found: 'guards as shipped' },
  },
]
