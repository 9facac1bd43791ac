-- Held money only becomes less: an end that was promised does not move.
CREATE OR REPLACE FUNCTION guard_held_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.conversion_id, NEW.user_id, NEW.kind, NEW.revision, NEW.until, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.conversion_id, OLD.user_id, OLD.kind, OLD.revision, OLD.until, OLD.created_at)
     OR NEW.amount_paise > OLD.amount_paise
     OR (NEW.state <> OLD.state AND NOT (OLD.state = 'waiting' AND NEW.state = 'ended')) THEN
    RAISE EXCEPTION 'held money only becomes less' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER held_money_guard BEFORE UPDATE ON held_money FOR EACH ROW EXECUTE FUNCTION guard_held_money();
