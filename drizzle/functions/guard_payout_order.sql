-- The payout worker of a release that does not store references gets no lease of an order with one: the payout could be made
-- under two references.
CREATE OR REPLACE FUNCTION guard_payout_order() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER payout_orders_guard BEFORE INSERT OR UPDATE ON payout_orders FOR EACH ROW EXECUTE FUNCTION guard_payout_order();
