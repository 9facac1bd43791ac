-- A planned rate keeps what was entered and agreed to, and goes on only: what has ended is never in force again.
CREATE OR REPLACE FUNCTION guard_planned_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.campaign_id, NEW.brand_id, NEW.payout_hundredths, NEW.payout_model, NEW.starts_at, NEW.ends_at, NEW.sale_id,
      NEW.agreed, NEW.made_by, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.campaign_id, OLD.brand_id, OLD.payout_hundredths, OLD.payout_model, OLD.starts_at, OLD.ends_at, OLD.sale_id,
      OLD.agreed, OLD.made_by, OLD.created_at)
     OR (OLD.state <> 'waits' AND (NEW.before_hundredths, NEW.before_model) IS DISTINCT FROM (OLD.before_hundredths, OLD.before_model))
     OR (OLD.state, NEW.state) NOT IN (
       ('waits', 'applied'), ('waits', 'cancelled'), ('waits', 'refused'),
       ('applied', 'ended'), ('applied', 'cancelled'), ('applied', 'replaced'), ('applied', 'refused'),
       ('refused', 'cancelled')) THEN
    RAISE EXCEPTION 'a planned rate cannot go from % to %', OLD.state, NEW.state USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER planned_rates_guard BEFORE UPDATE ON planned_rates FOR EACH ROW EXECUTE FUNCTION guard_planned_rate();
