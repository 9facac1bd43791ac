-- Within a transaction that ends with rebuild_shelves(), an import or a ranking, nothing is computed row by row.
CREATE OR REPLACE FUNCTION shelve_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('dealdwaar.importing', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO shelf_changes (id, rank, brand_id, category_id, shelves, delta)
  SELECT id, rank, brand_id, category_id, shelves_of(category_id, brand_id, code IS NOT NULL, lower(type) = 'product'),
         CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    FROM changed WHERE listed;
  PERFORM apply_shelf_changes();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_shelf_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('dealdwaar.importing', true) = 'on' THEN RETURN NULL; END IF;
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

-- Before any row: who held a row and then waited for the version would be in a deadlock with an import, which holds the version.
CREATE FUNCTION lock_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM catalogue_version WHERE id = 1 FOR UPDATE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER brands_lock BEFORE INSERT OR UPDATE OR DELETE ON brands FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue();
--> statement-breakpoint
CREATE TRIGGER campaigns_lock BEFORE INSERT OR UPDATE OR DELETE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue();
