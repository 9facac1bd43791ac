-- The catalogue's version rises with each statement that changes what a page shows; an import raises it once, at its end.
CREATE OR REPLACE FUNCTION raise_catalogue_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('dealdwaar.importing', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE catalogue_version SET version = version + 1, updated_at = now() WHERE id = 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER brands_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON brands FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER categories_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER flash_sales_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON flash_sales FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER seo_texts_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON seo_texts FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER testimonials_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON testimonials FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER page_texts_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON page_texts FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER featured_offers_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON featured_offers FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
-- Not for other settings: an import holds the version's row to its end, and a limit of money must not wait for it.
CREATE OR REPLACE TRIGGER settings_version AFTER INSERT OR UPDATE ON settings FOR EACH ROW
  WHEN (NEW.name IN ('SUPPORT_EMAIL', 'GRIEVANCE_CONTACT', 'SOCIAL_LINKS')) EXECUTE FUNCTION raise_catalogue_version();
