-- A member leaves a signal only together with the signal.
CREATE OR REPLACE FUNCTION guard_signal_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT 1 FROM signals WHERE id = OLD.signal_id) THEN
    RAISE EXCEPTION 'a signal keeps its members' USING ERRCODE = '55000';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER signal_members_guard BEFORE UPDATE OR DELETE ON signal_members FOR EACH ROW EXECUTE FUNCTION guard_signal_member();
