-- No provider is told to pay what is in a bank's file.
CREATE OR REPLACE FUNCTION refuse_batched_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM withdrawals WHERE id = NEW.withdrawal_id FOR UPDATE;
  IF EXISTS (SELECT 1 FROM payout_batch_items WHERE withdrawal_id = NEW.withdrawal_id AND left_at IS NULL) THEN
    RAISE EXCEPTION 'withdrawal % is in a batch for the bank', NEW.withdrawal_id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_orders_not_batched BEFORE INSERT ON payout_orders FOR EACH ROW EXECUTE FUNCTION refuse_batched_order();
