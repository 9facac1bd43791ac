-- Lists end at 1,000 results (docs/decisions/0080-lists-end.md), so that no positions are kept any more. Until it is replaced, a
-- process of the release before this one answers its lists, stores and searches with an error, ranks nothing and imports nothing.
DROP TRIGGER campaigns_shelve_new ON campaigns;
--> statement-breakpoint
DROP TRIGGER campaigns_shelve_deleted ON campaigns;
--> statement-breakpoint
DROP TRIGGER campaigns_shelf_change ON campaigns;
--> statement-breakpoint
DROP TRIGGER campaigns_shelve_changed ON campaigns;
--> statement-breakpoint
DROP TRIGGER campaigns_truncate_shelves ON campaigns;
--> statement-breakpoint
DROP TRIGGER brands_move_shelves ON brands;
--> statement-breakpoint
DROP TRIGGER brands_rate ON brands;
--> statement-breakpoint
DROP FUNCTION shelve_rows(), note_shelf_change(), shelve_changed(), empty_shelves(), move_brand_shelves(), rebuild_shelves(),
  apply_shelf_changes(), shelves_of(integer, bigint, boolean, boolean), rate_changed_store(), rate_stores(bigint[]);
--> statement-breakpoint
DROP TABLE brand_shelves, shelf_changes, shelf_places, shelves, sorted_shelves, title_grams;
--> statement-breakpoint
DROP INDEX campaigns_brand_category;
--> statement-breakpoint
CREATE INDEX "campaigns_category_brand" ON "campaigns" USING btree ("category_id","brand_id") WHERE "campaigns"."listed";
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "live_codes" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "live_products" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint

-- What brands keep of their listed offers. Null: all stores. An UPDATE of no rows would raise the catalogue's version.
CREATE FUNCTION update_stores(stores bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE changed json;
BEGIN
  SELECT json_agg(f) INTO changed
    FROM (SELECT b.id, count(c.id) AS live_count, count(c.code) AS live_codes,
                 count(*) FILTER (WHERE lower(c.type) = 'product') AS live_products,
                 max(p.percent) AS up_to_percent, max(p.rupees) AS up_to_rupees
            FROM brands b CROSS JOIN catalogue_version v LEFT JOIN campaigns c ON c.brand_id = b.id AND c.listed
            LEFT JOIN LATERAL payout_of(c, b, v.share_hundredths) AS p ON c.id IS NOT NULL
           WHERE stores IS NULL OR b.id = ANY (stores) GROUP BY b.id) AS f
    JOIN brands b USING (id)
   WHERE (b.live_count, b.live_codes, b.live_products, b.up_to_percent, b.up_to_rupees)
         IS DISTINCT FROM (f.live_count, f.live_codes, f.live_products, f.up_to_percent, f.up_to_rupees);
  IF changed IS NOT NULL THEN
    UPDATE brands SET live_count = f.live_count, live_codes = f.live_codes, live_products = f.live_products,
                      up_to_percent = f.up_to_percent, up_to_rupees = f.up_to_rupees
      FROM json_populate_recordset(NULL::brands, changed) AS f WHERE brands.id = f.id;
  END IF;
END $$;
--> statement-breakpoint

-- An import updates all stores at its end.
CREATE FUNCTION update_changed_stores() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER brands_update_store AFTER UPDATE OF payout_hundredths, payout_model, commission_hundredths, commission_model,
  share_hundredths ON brands FOR EACH ROW EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE TRIGGER campaigns_stores_new AFTER INSERT ON campaigns REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE TRIGGER campaigns_stores_deleted AFTER DELETE ON campaigns REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE TRIGGER campaigns_store_changed AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN ((OLD.listed OR NEW.listed)
        AND (OLD.listed, OLD.brand_id, OLD.code IS NULL, lower(OLD.type) = 'product', OLD.currency, OLD.payout_hundredths,
             OLD.payout_model, OLD.commission_hundredths, OLD.commission_model, OLD.set_payout_hundredths, OLD.set_payout_model)
        IS DISTINCT FROM
            (NEW.listed, NEW.brand_id, NEW.code IS NULL, lower(NEW.type) = 'product', NEW.currency, NEW.payout_hundredths,
             NEW.payout_model, NEW.commission_hundredths, NEW.commission_model, NEW.set_payout_hundredths, NEW.set_payout_model))
  EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE TRIGGER campaigns_stores_changed AFTER UPDATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
CREATE TRIGGER campaigns_truncate_stores AFTER TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores();
--> statement-breakpoint
SELECT update_stores(NULL);
