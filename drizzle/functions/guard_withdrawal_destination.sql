CREATE OR REPLACE FUNCTION guard_withdrawal_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.destination_index IS DISTINCT FROM OLD.destination_index AND NEW.destination = OLD.destination)
     OR ((NEW.debt_override, NEW.signal_override) IS DISTINCT FROM (OLD.debt_override, OLD.signal_override)
         AND NOT (OLD.status = 'requested' AND NEW.status = 'processing')) THEN
    RAISE EXCEPTION 'the facts of a withdrawal are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER withdrawals_destination_guard BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_withdrawal_destination();
