ALTER TABLE "withdrawals" ADD COLUMN "utr_key" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_utr" UNIQUE("utr_key");--> statement-breakpoint

-- By which UTRs are compared: in capitals, without blanks.
CREATE FUNCTION utr_key_of(utr text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT upper(regexp_replace(utr, '\s', '', 'g'))
$$;
--> statement-breakpoint
-- Where a UTR was given to several withdrawals before, the first has its key; the audit names the others, and nobody else
-- can take it.
UPDATE withdrawals w SET utr_key = f.key
  FROM (SELECT DISTINCT ON (utr_key_of(utr)) id, utr_key_of(utr) AS key
          FROM withdrawals WHERE utr IS NOT NULL ORDER BY utr_key_of(utr), id) f
 WHERE f.id = w.id;
--> statement-breakpoint
CREATE FUNCTION set_utr_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.utr IS DISTINCT FROM OLD.utr THEN NEW.utr_key := utr_key_of(NEW.utr);
  ELSE NEW.utr_key := OLD.utr_key;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawals_utr_key BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION set_utr_key();
--> statement-breakpoint

-- A UTR changes only where the newest step says so: in the same status, with the new UTR and a reason. The rest is as
-- drizzle/0008_forget_people.sql has it.
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
