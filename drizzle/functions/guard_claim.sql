-- Whose claim it is, and about what, never changes; a credited one stays so. The order may be named later, once, and
-- becomes the one that is credited.
CREATE OR REPLACE FUNCTION guard_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.kind, NEW.click_id, NEW.withdrawal_id, NEW.brand_id, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.kind, OLD.click_id, OLD.withdrawal_id, OLD.brand_id, OLD.created_at)
     OR (OLD.order_key IS NOT NULL AND NEW.order_key IS DISTINCT FROM OLD.order_key
         AND (OLD.state = 'credited' OR NEW.state <> 'credited'))
     OR (OLD.appealed_at IS NOT NULL AND NEW.appealed_at IS DISTINCT FROM OLD.appealed_at)
     OR (OLD.state = 'credited'
         AND ((NEW.state, NEW.conversion_id, NEW.adjustment_id) IS DISTINCT FROM (OLD.state, OLD.conversion_id, OLD.adjustment_id)
              OR (NEW.awaits_report AND NOT OLD.awaits_report))) THEN
    RAISE EXCEPTION 'a claim keeps its facts and is credited once' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER claims_guard BEFORE UPDATE ON claims FOR EACH ROW EXECUTE FUNCTION guard_claim();
