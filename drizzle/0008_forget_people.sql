-- Of somebody who has left nothing is kept that names them, and nothing is added.

-- The one change of a withdrawal's facts: where it went, once it is over. The rest is as drizzle/0007_payouts.sql has it.
CREATE OR REPLACE FUNCTION guard_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'requested' THEN RAISE EXCEPTION 'a withdrawal starts as requested' USING ERRCODE = '23514'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.user_id, NEW.amount_paise, NEW.method, NEW.request_key, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.amount_paise, OLD.method, OLD.request_key, OLD.created_at)
     OR ((NEW.destination, NEW.destination_hint) IS DISTINCT FROM (OLD.destination, OLD.destination_hint)
         AND NOT ((NEW.destination, NEW.destination_hint) = ('erased', '••••')
                  AND NEW.status = OLD.status AND OLD.status IN ('paid', 'refunded', 'cancelled', 'returned')))
     OR (NEW.status = OLD.status AND (NEW.utr, NEW.reason) IS DISTINCT FROM (OLD.utr, OLD.reason))
     OR (OLD.utr IS NOT NULL AND NEW.utr IS DISTINCT FROM OLD.utr) THEN
    RAISE EXCEPTION 'the facts of a withdrawal are immutable' USING ERRCODE = '55000';
  END IF;
  IF NEW.status <> OLD.status AND NOT EXISTS (
    SELECT 1 FROM withdrawal_edges WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'a withdrawal cannot go from % to %', OLD.status, NEW.status USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The row lock waits for a deletion that is under way, and then sees it.
CREATE FUNCTION refuse_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE gone timestamptz;
BEGIN
  SELECT deleted_at INTO gone FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF gone IS NULL THEN RETURN NEW; END IF;
  -- Their purchases go on being settled; nobody is there to be told.
  IF TG_TABLE_NAME = 'notifications' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'nothing is added to % for a deleted account', TG_TABLE_NAME USING ERRCODE = '23514';
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_not_deleted BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE TRIGGER bank_details_not_deleted BEFORE INSERT ON bank_details FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE TRIGGER upi_details_not_deleted BEFORE INSERT ON upi_details FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE TRIGGER profile_images_not_deleted BEFORE INSERT ON profile_images FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE TRIGGER feedback_not_deleted BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE TRIGGER withdrawals_not_deleted BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE TRIGGER notifications_not_deleted BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
