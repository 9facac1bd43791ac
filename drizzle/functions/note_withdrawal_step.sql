-- Every step of a withdrawal leaves its row.
CREATE OR REPLACE FUNCTION note_withdrawal_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
    INSERT INTO withdrawal_steps (withdrawal_id, status, utr, reason) VALUES (NEW.id, NEW.status, NEW.utr, NEW.reason);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER withdrawals_steps AFTER INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION note_withdrawal_step();
