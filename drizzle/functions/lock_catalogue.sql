-- Before any row is locked: a writer that held a row and then waited for the version would be in a deadlock with an import, which
-- holds the version.
CREATE OR REPLACE FUNCTION lock_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM catalogue_version WHERE id = 1 FOR UPDATE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER brands_lock BEFORE INSERT OR UPDATE OR DELETE ON brands FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_lock BEFORE INSERT OR UPDATE OR DELETE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue();
