-- What was asked for never changes, and it is decided once. The constraints of the table say by whom.
CREATE OR REPLACE FUNCTION guard_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state IN ('waiting', 'applied') THEN RETURN NEW; END IF;
  ELSIF OLD.state = 'waiting' AND NEW.state IN ('applied', 'refused')
     AND (NEW.id, NEW.user_id, NEW.kind, NEW.amount_paise, NEW.reason, NEW.conversion_id, NEW.request_key, NEW.asked_by,
          NEW.needs_approval, NEW.created_at)
         IS NOT DISTINCT FROM
         (OLD.id, OLD.user_id, OLD.kind, OLD.amount_paise, OLD.reason, OLD.conversion_id, OLD.request_key, OLD.asked_by,
          OLD.needs_approval, OLD.created_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an adjustment is decided once' USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER adjustments_guard BEFORE INSERT OR UPDATE ON adjustments FOR EACH ROW EXECUTE FUNCTION guard_adjustment();
