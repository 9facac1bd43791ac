-- A signal ends with the last account that it names, or after three years.
CREATE OR REPLACE FUNCTION guard_signal_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raised_at > now() - interval '3 years' AND EXISTS (
    SELECT 1 FROM signal_members m JOIN users u ON u.id = m.user_id
     WHERE m.signal_id = OLD.id AND u.deleted_at IS NULL) THEN
    RAISE EXCEPTION 'a signal of a member is kept' USING ERRCODE = '55000';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER signals_kept BEFORE DELETE ON signals FOR EACH ROW EXECUTE FUNCTION guard_signal_end();
