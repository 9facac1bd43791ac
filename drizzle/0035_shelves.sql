CREATE TABLE "brand_shelves" (
	"brand_id" bigint NOT NULL,
	"category_id" integer NOT NULL,
	"rank" integer NOT NULL,
	"offers" integer NOT NULL,
	CONSTRAINT "brand_shelves_brand_id_category_id_pk" PRIMARY KEY("brand_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "shelf_changes" (
	"id" bigint NOT NULL,
	"rank" integer NOT NULL,
	"brand_id" bigint,
	"category_id" integer,
	"shelves" text[] NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shelf_places" (
	"shelf" text NOT NULL,
	"rank" integer NOT NULL,
	"id" bigint NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "shelf_places_shelf_rank_id_pk" PRIMARY KEY("shelf","rank","id")
);
--> statement-breakpoint
CREATE TABLE "shelves" (
	"shelf" text PRIMARY KEY NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "brands_rank";--> statement-breakpoint
DROP INDEX "campaigns_rank";--> statement-breakpoint
DROP INDEX "campaigns_brand";--> statement-breakpoint
DROP INDEX "campaigns_category";--> statement-breakpoint
DROP INDEX "campaigns_banner";--> statement-breakpoint
DROP INDEX "campaigns_code";--> statement-breakpoint
DROP INDEX "campaigns_title";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "live_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE campaigns SET listed = true
 WHERE hidden_at IS NULL AND (starts_at IS NULL OR starts_at <= now()) AND (ends_at IS NULL OR ends_at > now());--> statement-breakpoint
ALTER TABLE "brand_shelves" ADD CONSTRAINT "brand_shelves_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_shelves" ADD CONSTRAINT "brand_shelves_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_shelves_rank" ON "brand_shelves" USING btree ("category_id","rank","brand_id");--> statement-breakpoint
CREATE INDEX "shelf_places_rank" ON "shelf_places" USING btree ("rank");--> statement-breakpoint
CREATE INDEX "shelf_places_place" ON "shelf_places" USING btree ("shelf","place","rank","id");--> statement-breakpoint
CREATE INDEX "campaigns_brand_product" ON "campaigns" USING btree ("brand_id","rank","id","ends_at") WHERE "campaigns"."listed" AND lower("campaigns"."type") = 'product';--> statement-breakpoint
CREATE INDEX "campaigns_brand_code" ON "campaigns" USING btree ("brand_id","rank","id","ends_at") WHERE "campaigns"."listed" AND "campaigns"."code" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_listed" ON "campaigns" USING btree ("id") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_ending" ON "campaigns" USING btree ("ends_at") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_coming" ON "campaigns" USING btree (coalesce("ends_at", 'infinity'::timestamptz)) WHERE NOT "campaigns"."listed" AND "campaigns"."hidden_at" IS NULL;--> statement-breakpoint
CREATE INDEX "brands_rank" ON "brands" USING btree ("rank","id") WHERE "brands"."live_count" > 0;--> statement-breakpoint
CREATE INDEX "campaigns_rank" ON "campaigns" USING btree ("rank","id","title","ends_at") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_brand" ON "campaigns" USING btree ("brand_id","listed","rank","id","ends_at");--> statement-breakpoint
CREATE INDEX "campaigns_category" ON "campaigns" USING btree ("category_id","rank","id","title","ends_at") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_banner" ON "campaigns" USING btree ("rank","id") WHERE "campaigns"."listed" AND "campaigns"."banner_url" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_code" ON "campaigns" USING btree ("rank","id","ends_at") WHERE "campaigns"."listed" AND "campaigns"."code" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_title" ON "campaigns" USING btree (lower("title") text_pattern_ops,"rank","id");--> statement-breakpoint
ALTER TABLE shelf_changes SET UNLOGGED;
--> statement-breakpoint

-- An import raises the version once, at its end.
CREATE OR REPLACE FUNCTION raise_catalogue_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('dealdwaar.importing', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE catalogue_version SET version = version + 1, updated_at = now() WHERE id = 1;
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION set_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.listed := NEW.hidden_at IS NULL AND (NEW.starts_at IS NULL OR NEW.starts_at <= now())
                AND (NEW.ends_at IS NULL OR NEW.ends_at > now());
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER campaigns_listed BEFORE INSERT OR UPDATE OF listed, hidden_at, starts_at, ends_at ON campaigns
  FOR EACH ROW EXECUTE FUNCTION set_listed();
--> statement-breakpoint

CREATE FUNCTION shelves_of(category_id integer, brand_id bigint, has_code boolean, is_product boolean) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY['all', 'brand:' || brand_id, 'category:' || category_id,
    CASE WHEN has_code THEN 'code' END, CASE WHEN has_code THEN 'brand:' || brand_id || ':code' END,
    CASE WHEN is_product THEN 'brand:' || brand_id || ':product' END], NULL)
$$;
--> statement-breakpoint

-- Locks the catalogue's version, as every other write of the catalogue does, so that changes are applied one after the other.
CREATE FUNCTION apply_shelf_changes() RETURNS void LANGUAGE plpgsql AS $$
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
  DELETE FROM shelf_changes;
END $$;
--> statement-breakpoint

CREATE FUNCTION shelve_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shelf_changes (id, rank, brand_id, category_id, shelves, delta)
  SELECT id, rank, brand_id, category_id, shelves_of(category_id, brand_id, code IS NOT NULL, lower(type) = 'product'),
         CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    FROM changed WHERE listed;
  PERFORM apply_shelf_changes();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER campaigns_shelve_new AFTER INSERT ON campaigns REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION shelve_rows();
--> statement-breakpoint
CREATE TRIGGER campaigns_shelve_deleted AFTER DELETE ON campaigns REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION shelve_rows();
--> statement-breakpoint

CREATE FUNCTION note_shelf_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.listed THEN
    INSERT INTO shelf_changes (id, rank, brand_id, category_id, shelves, delta)
    VALUES (OLD.id, OLD.rank, OLD.brand_id, OLD.category_id,
            shelves_of(OLD.category_id, OLD.brand_id, OLD.code IS NOT NULL, lower(OLD.type) = 'product'), -1);
  END IF;
  IF NEW.listed THEN
    INSERT INTO shelf_changes (id, rank, brand_id, category_id, shelves, delta)
    VALUES (NEW.id, NEW.rank, NEW.brand_id, NEW.category_id,
            shelves_of(NEW.category_id, NEW.brand_id, NEW.code IS NOT NULL, lower(NEW.type) = 'product'), 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Ranks move by the thousand: who changes them calls rebuild_shelves().
CREATE TRIGGER campaigns_shelf_change AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN ((OLD.listed OR NEW.listed) AND (OLD.listed, OLD.category_id, OLD.brand_id, OLD.code IS NULL, lower(OLD.type) = 'product')
        IS DISTINCT FROM (NEW.listed, NEW.category_id, NEW.brand_id, NEW.code IS NULL, lower(NEW.type) = 'product'))
  EXECUTE FUNCTION note_shelf_change();
--> statement-breakpoint

CREATE FUNCTION shelve_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_shelf_changes();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER campaigns_shelve_changed AFTER UPDATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION shelve_changed();
--> statement-breakpoint

CREATE FUNCTION move_brand_shelves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE brand_shelves SET rank = NEW.rank WHERE brand_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER brands_move_shelves AFTER UPDATE OF rank ON brands FOR EACH ROW
  WHEN (OLD.rank IS DISTINCT FROM NEW.rank) EXECUTE FUNCTION move_brand_shelves();
--> statement-breakpoint

-- Computes everything anew. Readers see the old shelves until the transaction commits.
CREATE FUNCTION rebuild_shelves() RETURNS void LANGUAGE plpgsql AS $$
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
END $$;
--> statement-breakpoint

CREATE FUNCTION empty_shelves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_shelves();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER campaigns_truncate_shelves AFTER TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION empty_shelves();
--> statement-breakpoint
SELECT rebuild_shelves();
