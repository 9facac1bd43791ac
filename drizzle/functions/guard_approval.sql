-- Of what waits for a second person only the decision can be added, once.
CREATE OR REPLACE FUNCTION guard_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'waiting'
     OR (NEW.id, NEW.call_hash, NEW.command, NEW.effect, NEW.asked_by, NEW.role, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.call_hash, OLD.command, OLD.effect, OLD.asked_by, OLD.role, OLD.created_at) THEN
    RAISE EXCEPTION 'approvals are append-only' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER approvals_guard BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION guard_approval();
