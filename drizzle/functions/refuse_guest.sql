-- The guest (row 9 of users) owns nothing.
CREATE OR REPLACE FUNCTION refuse_guest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id = 9 THEN RAISE EXCEPTION 'the guest owns nothing in %', TG_TABLE_NAME USING ERRCODE = '23514'; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER adjustments_not_guest BEFORE INSERT ON adjustments FOR EACH ROW EXECUTE FUNCTION refuse_guest();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER ledger_accounts_not_guest BEFORE INSERT OR UPDATE OF user_id ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_guest();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sessions_not_guest BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_guest();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER withdrawals_not_guest BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_guest();
