-- The key that UTRs are compared by.
CREATE OR REPLACE FUNCTION set_utr_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.utr IS DISTINCT FROM OLD.utr THEN
    NEW.utr_key := utr_key_of(NEW.utr);
    IF NEW.utr IS NOT NULL AND NEW.utr_key IS NULL THEN
      RAISE EXCEPTION 'a UTR has letters or digits' USING ERRCODE = '23514';
    END IF;
  ELSE NEW.utr_key := OLD.utr_key;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER withdrawals_utr_key BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION set_utr_key();
