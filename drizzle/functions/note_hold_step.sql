-- Every change of a hold leaves a row.
CREATE OR REPLACE FUNCTION note_hold_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hold_steps (user_id, hold_until, reason) VALUES (NEW.id, NEW.payout_hold_until, NEW.payout_hold_reason);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_hold_begins AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.payout_hold_until IS NOT NULL) EXECUTE FUNCTION note_hold_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_hold_steps AFTER UPDATE ON users FOR EACH ROW
  WHEN ((NEW.payout_hold_until, NEW.payout_hold_reason) IS DISTINCT FROM (OLD.payout_hold_until, OLD.payout_hold_reason))
  EXECUTE FUNCTION note_hold_step();
