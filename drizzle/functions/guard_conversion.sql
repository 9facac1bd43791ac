-- What a sale is about never changes.
CREATE OR REPLACE FUNCTION guard_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.network, NEW.external_id, NEW.click_id, NEW.campaign_id, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.network, OLD.external_id, OLD.click_id, OLD.campaign_id, OLD.created_at)
     OR (NEW.user_id <> OLD.user_id AND OLD.user_id <> 9)
     OR NEW.revision < OLD.revision THEN
    RAISE EXCEPTION 'which sale a conversion is, and whose, is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER conversions_guard BEFORE UPDATE ON conversions FOR EACH ROW EXECUTE FUNCTION guard_conversion();
