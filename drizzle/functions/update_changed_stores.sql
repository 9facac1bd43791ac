-- Calls update_stores() for the stores of changed offers; an import does it once for all at its end.
CREATE OR REPLACE FUNCTION update_changed_stores() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE noted bigint[] := nullif(current_setting('dealdwaar.stores', true), '');
BEGIN
  IF current_setting('dealdwaar.importing', true) = 'on' THEN RETURN NULL; END IF;
  CASE
    WHEN TG_OP = 'TRUNCATE' THEN PERFORM update_stores(NULL);
    WHEN TG_TABLE_NAME = 'brands' THEN PERFORM update_stores(ARRAY[NEW.id]);
    WHEN TG_OP <> 'UPDATE' THEN PERFORM update_stores(ARRAY(SELECT DISTINCT brand_id FROM changed WHERE listed));
    -- First each row, then the statement: the transition tables of a ranking would hold the catalogue twice.
    WHEN TG_LEVEL = 'ROW' THEN
      IF NOT coalesce(noted, '{}') @> ARRAY[OLD.brand_id, NEW.brand_id] THEN
        PERFORM set_config('dealdwaar.stores', (coalesce(noted, '{}') || OLD.brand_id || NEW.brand_id)::text, true);
      END IF;
    WHEN noted IS NOT NULL THEN
      PERFORM set_config('dealdwaar.stores', '', true);
      PERFORM update_stores(noted);
    ELSE NULL;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER brands_update_store AFTER UPDATE OF payout_hundredths, payout_model, commission_hundredths, commission_model,
  share_hundredths ON brands FOR EACH ROW EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_store_changed AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN ((OLD.listed OR NEW.listed)
        AND (OLD.listed, OLD.brand_id, OLD.code IS NULL, lower(OLD.type) = 'product', OLD.currency, OLD.payout_hundredths,
             OLD.payout_model, OLD.commission_hundredths, OLD.commission_model, OLD.set_payout_hundredths, OLD.set_payout_model)
        IS DISTINCT FROM
            (NEW.listed, NEW.brand_id, NEW.code IS NULL, lower(NEW.type) = 'product', NEW.currency, NEW.payout_hundredths,
             NEW.payout_model, NEW.commission_hundredths, NEW.commission_model, NEW.set_payout_hundredths, NEW.set_payout_model))
  EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_stores_changed AFTER UPDATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_stores_deleted AFTER DELETE ON campaigns REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_stores_new AFTER INSERT ON campaigns REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_truncate_stores AFTER TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
