CREATE OR REPLACE FUNCTION guard_departure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.debt_paise, NEW.forfeited_paise, NEW.hold_until, NEW.left_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.debt_paise, OLD.forfeited_paise, OLD.hold_until, OLD.left_at)
     OR ((NEW.phone_hash, NEW.hold_reason, NEW.destination_hashes)
          IS DISTINCT FROM (OLD.phone_hash, OLD.hold_reason, OLD.destination_hashes)
         AND (NEW.phone_hash IS NOT NULL OR NEW.destination_hashes IS NOT NULL OR OLD.left_at > now() - interval '400 days'))
     OR (OLD.returned_as IS NOT NULL AND OLD.inherited AND NEW.returned_as IS DISTINCT FROM OLD.returned_as) THEN
    RAISE EXCEPTION 'the facts of a departure are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER departures_guard BEFORE UPDATE ON departures FOR EACH ROW EXECUTE FUNCTION guard_departure();
