-- A batch takes what is approved and with no provider; what the bank has not answered can leave it.
CREATE OR REPLACE FUNCTION guard_payout_batch_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE now_is text;
BEGIN
  SELECT status INTO now_is FROM withdrawals WHERE id = NEW.withdrawal_id FOR UPDATE;
  IF now_is IS DISTINCT FROM 'processing' THEN
    RAISE EXCEPTION 'a withdrawal that is % enters or leaves no batch', now_is USING ERRCODE = '23514';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.left_at IS NOT NULL OR EXISTS (SELECT 1 FROM payout_orders WHERE withdrawal_id = NEW.withdrawal_id) THEN
      RAISE EXCEPTION 'withdrawal % is with a provider', NEW.withdrawal_id USING ERRCODE = '23514';
    END IF;
  ELSIF OLD.left_at IS NOT NULL OR (NEW.batch_id, NEW.withdrawal_id) <> (OLD.batch_id, OLD.withdrawal_id) THEN
    RAISE EXCEPTION 'what was in a batch is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_batch_items_guard BEFORE INSERT OR UPDATE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION guard_payout_batch_item();
