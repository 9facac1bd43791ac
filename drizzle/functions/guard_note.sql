-- A note stays as it was written; only the deletion of the account that it is about erases its text.
CREATE OR REPLACE FUNCTION guard_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.conversion_id, NEW.os_user, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.conversion_id, OLD.os_user, OLD.created_at)
     OR OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL
     OR NOT EXISTS (
       SELECT 1 FROM users u
        WHERE u.deleted_at IS NOT NULL
          AND u.id = coalesce(OLD.user_id, (SELECT c.user_id FROM conversions c WHERE c.id = OLD.conversion_id))) THEN
    RAISE EXCEPTION 'notes are append-only' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notes_guard BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION guard_note();
