-- Records news of stores that have followers.
CREATE OR REPLACE FUNCTION note_store_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'brands' THEN
    INSERT INTO store_news (brand_id, kind, rises, percent_before, rupees_before)
    SELECT NEW.id, 'rate',
           CASE WHEN OLD.up_to_percent IS NOT NULL THEN coalesce(NEW.up_to_percent > OLD.up_to_percent, false)
                WHEN OLD.up_to_rupees IS NOT NULL THEN NEW.up_to_percent IS NULL AND coalesce(NEW.up_to_rupees > OLD.up_to_rupees, false)
                ELSE true END,
           OLD.up_to_percent, OLD.up_to_rupees
     WHERE EXISTS (SELECT 1 FROM followed_stores WHERE brand_id = NEW.id);
  ELSE
    -- A feed may replace an offer by another one with the same code.
    INSERT INTO store_news (brand_id, kind, campaign_id)
    SELECT NEW.brand_id, 'code', NEW.id
     WHERE EXISTS (SELECT 1 FROM followed_stores WHERE brand_id = NEW.brand_id)
       AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.brand_id = NEW.brand_id AND c.listed AND c.id <> NEW.id
                          AND lower(c.code) = lower(NEW.code));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER brands_news AFTER UPDATE OF up_to_percent, up_to_rupees ON brands FOR EACH ROW
  WHEN (OLD.up_to_percent IS DISTINCT FROM NEW.up_to_percent
        OR (NEW.up_to_percent IS NULL AND OLD.up_to_rupees IS DISTINCT FROM NEW.up_to_rupees))
  EXECUTE FUNCTION note_store_news();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_code_new AFTER INSERT ON campaigns FOR EACH ROW
  WHEN (NEW.listed AND NEW.code IS NOT NULL) EXECUTE FUNCTION note_store_news();
--> statement-breakpoint
-- An unchanged code is new only if its offer has just begun, not if it was hidden or extended after its end.
CREATE OR REPLACE TRIGGER campaigns_code_changed AFTER UPDATE OF code, listed, hidden_at, starts_at, ends_at ON campaigns FOR EACH ROW
  WHEN (NEW.listed AND NEW.code IS NOT NULL
        AND (NEW.code IS DISTINCT FROM OLD.code OR (NOT OLD.listed AND NEW.starts_at > now() - interval '1 day')))
  EXECUTE FUNCTION note_store_news();
