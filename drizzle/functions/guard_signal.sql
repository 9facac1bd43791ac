-- What an operator cleared or upheld stays as it was: its members decide what is not raised again.
CREATE OR REPLACE FUNCTION guard_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cleared_at IS NOT NULL OR (NEW.id, NEW.kind, NEW.facts) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.facts)
     OR (OLD.upheld_at IS NOT NULL AND (NEW.upheld_at, NEW.upheld_reason) IS DISTINCT FROM (OLD.upheld_at, OLD.upheld_reason)) THEN
    RAISE EXCEPTION 'a cleared signal and the facts of any are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER signals_guard BEFORE UPDATE ON signals FOR EACH ROW EXECUTE FUNCTION guard_signal();
