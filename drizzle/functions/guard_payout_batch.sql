-- A batch never changes. That its file was written is added, once.
CREATE OR REPLACE FUNCTION guard_payout_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.made_by, NEW.created_at, NEW.count, NEW.sum_paise, NEW.sha256, NEW.format, NEW.rows_sha256, NEW.file_name)
     IS DISTINCT FROM
     (OLD.id, OLD.made_by, OLD.created_at, OLD.count, OLD.sum_paise, OLD.sha256, OLD.format, OLD.rows_sha256, OLD.file_name)
     OR OLD.written_at IS NOT NULL THEN
    RAISE EXCEPTION 'a batch is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_batches_guard BEFORE UPDATE ON payout_batches FOR EACH ROW EXECUTE FUNCTION guard_payout_batch();
