CREATE OR REPLACE FUNCTION guard_postback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.network, NEW.method, NEW.raw, NEW.received_at)
     IS DISTINCT FROM
     (OLD.id, OLD.network, OLD.method, OLD.raw, OLD.received_at)
     -- An older rejection may put what was applied aside, for the operator to look at.
     OR (OLD.outcome = 'applied'
         AND (coalesce(NEW.outcome, '') NOT IN ('applied', 'quarantined')
              OR (NEW.conversion_id, NEW.click_id, NEW.external_id, NEW.report, NEW.sale_paise)
                 IS DISTINCT FROM
                 (OLD.conversion_id, OLD.click_id, OLD.external_id, OLD.report, OLD.sale_paise))) THEN
    RAISE EXCEPTION 'what a network sent is immutable, and so is what became of it' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER postback_inbox_guard BEFORE UPDATE ON postback_inbox FOR EACH ROW EXECUTE FUNCTION guard_postback();
