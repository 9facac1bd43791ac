-- Of a command that was noted only its end can be added, once.
CREATE OR REPLACE FUNCTION guard_operator_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NOT NULL OR OLD.outcome IS NOT NULL
     OR (NEW.id, NEW.os_user, NEW.operator_id, NEW.source, NEW.command, NEW.started_at, NEW.seal, NEW.request_key)
        IS DISTINCT FROM
        (OLD.id, OLD.os_user, OLD.operator_id, OLD.source, OLD.command, OLD.started_at, OLD.seal, OLD.request_key) THEN
    RAISE EXCEPTION 'operator_log is append-only' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER operator_log_guard BEFORE UPDATE ON operator_log FOR EACH ROW EXECUTE FUNCTION guard_operator_log();
