ALTER TABLE "payout_orders" ADD COLUMN "reference" text;--> statement-breakpoint
-- What their providers know them by.
UPDATE "payout_orders" SET "reference" = 'withdrawal-' || "withdrawal_id";--> statement-breakpoint
ALTER TABLE "payout_orders" ALTER COLUMN "reference" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_orders" ADD CONSTRAINT "payout_orders_reference" UNIQUE("reference");--> statement-breakpoint

-- Processes of the release before this one may still run: they send 'withdrawal-7' whatever is stored here. What they
-- open is stored so, and of other orders they get no lease, or a payout could be made under two references.
CREATE FUNCTION guard_payout_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.reference := coalesce(NEW.reference, 'withdrawal-' || NEW.withdrawal_id);
  ELSIF NEW.reference IS DISTINCT FROM OLD.reference THEN
    RAISE EXCEPTION 'the reference of a payout is immutable' USING ERRCODE = '55000';
  ELSIF NEW.leased_until IS NOT NULL AND NEW.leased_until IS DISTINCT FROM OLD.leased_until
    AND NEW.reference <> 'withdrawal-' || NEW.withdrawal_id
    AND current_setting('dealdwaar.payout_reference', true) IS DISTINCT FROM NEW.reference THEN
    RAISE EXCEPTION 'payout % is sent under its stored reference', NEW.withdrawal_id USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_orders_guard BEFORE INSERT OR UPDATE ON payout_orders FOR EACH ROW EXECUTE FUNCTION guard_payout_order();
