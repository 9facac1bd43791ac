-- A withdrawal moves along withdrawal_edges, and its facts never change. Its destination may be erased once it is over, or sealed
-- again under another key: only the holder of the key can make such a text, and it opens for the owner's withdrawals alone.
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
                  AND NEW.status = OLD.status AND OLD.status IN ('paid', 'refunded', 'cancelled', 'returned'))
         AND NOT (NEW.destination_hint = OLD.destination_hint AND NEW.status = OLD.status
                  AND OLD.destination <> 'erased' AND NEW.destination ~ '^[0-9a-f]{8}\.'
                  AND split_part(NEW.destination, '.', 1) <> split_part(OLD.destination, '.', 1)))
     OR (NEW.status = OLD.status AND NEW.reason IS DISTINCT FROM OLD.reason)
     OR (NEW.status = OLD.status AND OLD.utr IS NULL AND NEW.utr IS NOT NULL)
     OR (OLD.utr IS NOT NULL AND NEW.utr IS DISTINCT FROM OLD.utr AND NOT (NEW.status = OLD.status AND EXISTS (
           SELECT 1 FROM (SELECT status, utr, reason FROM withdrawal_steps
                           WHERE withdrawal_id = OLD.id ORDER BY id DESC LIMIT 1) s
            WHERE s.status = NEW.status AND s.utr = NEW.utr AND s.reason IS NOT NULL))) THEN
    RAISE EXCEPTION 'the facts of a withdrawal are immutable' USING ERRCODE = '55000';
  END IF;
  IF NEW.status <> OLD.status AND NOT EXISTS (
    SELECT 1 FROM withdrawal_edges WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'a withdrawal cannot go from % to %', OLD.status, NEW.status USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER withdrawals_guard BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_withdrawal();
