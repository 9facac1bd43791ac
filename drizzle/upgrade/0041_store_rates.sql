ALTER TABLE "brands" ADD COLUMN "up_to_percent" bigint;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "up_to_rupees" bigint;--> statement-breakpoint
ALTER TABLE "catalogue_version" ADD COLUMN "share_hundredths" bigint;--> statement-breakpoint
CREATE INDEX "brands_letter" ON "brands" USING btree (lower("name") text_pattern_ops) WHERE "brands"."live_count" > 0;
--> statement-breakpoint

-- What an offer pays, in hundredths: app/catalog/rates/rates.ts in SQL, and tests/catalog/store-rates.test.ts compares both.
-- A payout in another currency is neither.
CREATE FUNCTION payout_of(c campaigns, b brands, share bigint) RETURNS TABLE (percent bigint, rupees bigint)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN model = 'percentage' THEN hundredths END,
         CASE WHEN coalesce(model, 'flat') <> 'percentage' AND lower(btrim(currency)) IN ('rs.', 'rs', 'inr', '₹') THEN hundredths END
    FROM (SELECT nullif(CASE WHEN c.set_payout_hundredths IS NOT NULL THEN c.set_payout_hundredths
                             WHEN b.payout_hundredths IS NOT NULL THEN b.payout_hundredths
                             WHEN c.payout_hundredths IS NOT NULL THEN c.payout_hundredths
                             ELSE coalesce(c.commission_hundredths, b.commission_hundredths)
                                  * coalesce(b.share_hundredths, share) / 10000 END, 0) AS hundredths,
                 CASE WHEN c.set_payout_hundredths IS NOT NULL THEN c.set_payout_model
                      WHEN b.payout_hundredths IS NOT NULL THEN b.payout_model
                      WHEN c.payout_hundredths IS NOT NULL THEN c.payout_model
                      WHEN c.commission_hundredths IS NOT NULL THEN c.commission_model
                      ELSE b.commission_model END AS model,
                 CASE WHEN c.set_payout_hundredths IS NULL AND b.payout_hundredths IS NULL
                       AND (c.payout_hundredths IS NOT NULL OR c.commission_hundredths IS NOT NULL) THEN c.currency
                      ELSE 'Rs.' END AS currency) AS effective
$$;
--> statement-breakpoint

-- Null: all stores. An UPDATE of no rows would raise the catalogue's version.
CREATE FUNCTION rate_stores(stores bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE changed bigint[]; percents bigint[]; amounts bigint[];
BEGIN
  SELECT array_agg(id), array_agg(percent), array_agg(rupees) INTO changed, percents, amounts
    FROM (SELECT b.id, b.up_to_percent, b.up_to_rupees, max(p.percent) AS percent, max(p.rupees) AS rupees
            FROM brands b LEFT JOIN campaigns c ON c.brand_id = b.id AND c.listed
            LEFT JOIN LATERAL payout_of(c, b, (SELECT share_hundredths FROM catalogue_version)) AS p ON c.id IS NOT NULL
           WHERE stores IS NULL OR b.id = ANY (stores) GROUP BY b.id) AS best
   WHERE (up_to_percent, up_to_rupees) IS DISTINCT FROM (percent, rupees);
  IF changed IS NOT NULL THEN
    UPDATE brands SET up_to_percent = f.percent, up_to_rupees = f.rupees
      FROM unnest(changed, percents, amounts) AS f (id, percent, rupees) WHERE brands.id = f.id;
  END IF;
END $$;
--> statement-breakpoint

CREATE FUNCTION rate_changed_store() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('dealdwaar.importing', true) IS DISTINCT FROM 'on' THEN PERFORM rate_stores(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER brands_rate AFTER UPDATE OF payout_hundredths, payout_model, commission_hundredths, commission_model, share_hundredths
  ON brands FOR EACH ROW EXECUTE FUNCTION rate_changed_store();
--> statement-breakpoint

CREATE OR REPLACE FUNCTION apply_shelf_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM shelf_changes) THEN RETURN; END IF;
  PERFORM FROM catalogue_version WHERE id = 1 FOR UPDATE;
  WITH moved AS (SELECT brand_id, sum(delta)::int AS n FROM shelf_changes GROUP BY brand_id HAVING sum(delta) <> 0),
       counted AS (UPDATE brands b SET live_count = b.live_count + moved.n FROM moved WHERE b.id = moved.brand_id
                   RETURNING b.id, b.rank, b.live_count, moved.n)
  INSERT INTO shelf_changes (id, rank, shelves, delta)
  SELECT id, rank, '{stores}', CASE WHEN live_count > 0 THEN 1 ELSE -1 END
    FROM counted WHERE (live_count > 0) <> (live_count - n > 0);
  INSERT INTO brand_shelves (brand_id, category_id, rank, offers)
  SELECT c.brand_id, c.category_id, b.rank, sum(c.delta)
    FROM shelf_changes c JOIN brands b ON b.id = c.brand_id WHERE c.category_id IS NOT NULL
   GROUP BY c.brand_id, c.category_id, b.rank HAVING sum(c.delta) <> 0
      ON CONFLICT (brand_id, category_id) DO UPDATE SET offers = brand_shelves.offers + excluded.offers;
  DELETE FROM brand_shelves s USING shelf_changes c
   WHERE s.brand_id = c.brand_id AND s.category_id = c.category_id AND s.offers = 0;
  INSERT INTO shelves (shelf, total)
  SELECT shelf, sum(delta) FROM shelf_changes, unnest(shelves) AS shelf GROUP BY shelf HAVING sum(delta) <> 0
      ON CONFLICT (shelf) DO UPDATE SET total = shelves.total + excluded.total;
  -- What an import adds stands behind all places, and moves none.
  IF (SELECT max(rank) FROM shelf_places) >= (SELECT min(rank) FROM shelf_changes) THEN
    -- A place moves by the changes before it; one at the place itself does not count.
    UPDATE shelf_places p SET place = p.place + s.moved
      FROM (SELECT shelf, rank, id, is_place,
                   sum(delta) OVER (PARTITION BY shelf ORDER BY rank, id, is_place DESC ROWS UNBOUNDED PRECEDING) AS moved
              FROM (SELECT shelf, rank, id, true AS is_place, 0 AS delta FROM shelf_places
                     WHERE shelf IN (SELECT unnest(shelves) FROM shelf_changes)
                       AND rank >= (SELECT min(rank) FROM shelf_changes)
                     UNION ALL SELECT shelf, rank, id, false, delta FROM shelf_changes, unnest(shelves) AS shelf) AS both_kinds) s
     WHERE s.is_place AND s.moved <> 0 AND p.shelf = s.shelf AND p.rank = s.rank AND p.id = s.id;
  END IF;
  PERFORM rate_stores(ARRAY(SELECT DISTINCT brand_id FROM shelf_changes WHERE brand_id IS NOT NULL));
  DELETE FROM shelf_changes;
END $$;
--> statement-breakpoint

-- A change of what an offer pays leaves and enters its shelves, and so rates its store.
DROP TRIGGER campaigns_shelf_change ON campaigns;
--> statement-breakpoint
CREATE TRIGGER campaigns_shelf_change AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN ((OLD.listed OR NEW.listed)
        AND (OLD.listed, OLD.category_id, OLD.brand_id, OLD.code IS NULL, lower(OLD.type) = 'product', OLD.currency,
             OLD.payout_hundredths, OLD.payout_model, OLD.commission_hundredths, OLD.commission_model,
             OLD.set_payout_hundredths, OLD.set_payout_model)
        IS DISTINCT FROM
            (NEW.listed, NEW.category_id, NEW.brand_id, NEW.code IS NULL, lower(NEW.type) = 'product', NEW.currency,
             NEW.payout_hundredths, NEW.payout_model, NEW.commission_hundredths, NEW.commission_model,
             NEW.set_payout_hundredths, NEW.set_payout_model))
  EXECUTE FUNCTION note_shelf_change();
--> statement-breakpoint

CREATE OR REPLACE FUNCTION rebuild_shelves() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM catalogue_version WHERE id = 1 FOR UPDATE;
  DELETE FROM shelf_changes;
  DELETE FROM shelves;
  INSERT INTO shelves (shelf, total)
  SELECT shelf, sum(n) FROM (
           SELECT category_id, brand_id, code IS NOT NULL AS has_code, lower(type) = 'product' AS is_product, count(*) AS n
             FROM campaigns WHERE listed GROUP BY 1, 2, 3, 4) AS kinds,
         unnest(shelves_of(category_id, brand_id, has_code, is_product)) AS shelf
   GROUP BY shelf;
  -- An UPDATE of no rows would raise the version, too.
  IF EXISTS (SELECT FROM brands b LEFT JOIN shelves s ON s.shelf = 'brand:' || b.id WHERE b.live_count <> coalesce(s.total, 0)) THEN
    UPDATE brands SET live_count = n
      FROM (SELECT b.id, coalesce(s.total, 0) AS n FROM brands b LEFT JOIN shelves s ON s.shelf = 'brand:' || b.id) AS counted
     WHERE brands.id = counted.id AND live_count <> n;
  END IF;
  INSERT INTO shelves (shelf, total) SELECT 'stores', count(*) FROM brands WHERE live_count > 0 HAVING count(*) > 0;
  DELETE FROM brand_shelves;
  INSERT INTO brand_shelves (brand_id, category_id, rank, offers)
  SELECT b.id, c.category_id, b.rank, c.n
    FROM (SELECT brand_id, category_id, count(*) AS n FROM campaigns WHERE listed AND category_id IS NOT NULL GROUP BY 1, 2) c
    JOIN brands b ON b.id = c.brand_id;
  DELETE FROM shelf_places;
  INSERT INTO shelf_places (shelf, rank, id, place)
  SELECT shelf, rank, id, place - 1 FROM (
           SELECT 'all' AS shelf, rank, id, row_number() OVER (ORDER BY rank, id) AS place FROM campaigns WHERE listed
            UNION ALL
           SELECT 'stores', rank, id, row_number() OVER (ORDER BY rank, id) FROM brands WHERE live_count > 0
            UNION ALL
           SELECT 'code', rank, id, row_number() OVER (ORDER BY rank, id) FROM campaigns WHERE listed AND code IS NOT NULL
            UNION ALL
           SELECT 'category:' || category_id, rank, id, row_number() OVER (PARTITION BY category_id ORDER BY rank, id)
             FROM campaigns WHERE listed AND category_id IS NOT NULL
            UNION ALL
           SELECT 'brand:' || brand_id, rank, id, row_number() OVER (PARTITION BY brand_id ORDER BY rank, id)
             FROM campaigns WHERE listed AND brand_id IN (SELECT id FROM brands WHERE live_count > 60)
            UNION ALL
           SELECT 'brand:' || brand_id || ':code', rank, id, row_number() OVER (PARTITION BY brand_id ORDER BY rank, id)
             FROM campaigns WHERE listed AND code IS NOT NULL AND brand_id IN (SELECT id FROM brands WHERE live_count > 60)
            UNION ALL
           SELECT 'brand:' || brand_id || ':product', rank, id, row_number() OVER (PARTITION BY brand_id ORDER BY rank, id)
             FROM campaigns WHERE listed AND lower(type) = 'product' AND brand_id IN (SELECT id FROM brands WHERE live_count > 60)) AS numbered
   WHERE place > 1 AND place % 60 = 1;
  PERFORM rate_stores(NULL);
END $$;
--> statement-breakpoint
SELECT rate_stores(NULL);
