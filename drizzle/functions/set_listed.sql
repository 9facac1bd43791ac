CREATE OR REPLACE FUNCTION set_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.listed := NEW.hidden_at IS NULL AND (NEW.starts_at IS NULL OR NEW.starts_at <= now())
                AND (NEW.ends_at IS NULL OR NEW.ends_at > now());
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_listed BEFORE INSERT OR UPDATE OF listed, hidden_at, starts_at, ends_at ON campaigns
  FOR EACH ROW EXECUTE FUNCTION set_listed();
