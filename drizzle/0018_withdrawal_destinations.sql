ALTER TABLE "withdrawals" ADD COLUMN "destination_index" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "debt_override" text;--> statement-breakpoint

-- Of withdrawals that went to the details as they still are.
UPDATE withdrawals w SET destination_index = d.blind_index FROM bank_details d
 WHERE w.method = 'bank' AND d.user_id = w.user_id AND d.updated_at <= w.created_at AND w.destination <> 'erased';
--> statement-breakpoint
UPDATE withdrawals w SET destination_index = d.blind_index FROM upi_details d
 WHERE w.method = 'upi' AND d.user_id = w.user_id AND d.updated_at <= w.created_at AND w.destination <> 'erased';
--> statement-breakpoint

-- The index belongs to the destination: it changes with it or not at all. Why a debt did not matter is said with the approval.
CREATE FUNCTION guard_withdrawal_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.destination_index IS DISTINCT FROM OLD.destination_index AND NEW.destination = OLD.destination)
     OR (NEW.debt_override IS DISTINCT FROM OLD.debt_override
         AND NOT (OLD.status = 'requested' AND NEW.status = 'processing')) THEN
    RAISE EXCEPTION 'the facts of a withdrawal are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawals_destination_guard BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_withdrawal_destination();
