-- A click keeps its facts. A guest's click can be claimed by one member.
CREATE OR REPLACE FUNCTION guard_click() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.campaign_id, NEW.network, NEW.payout_hundredths, NEW.payout_model, NEW.currency, NEW.cap_paise,
      NEW.referral_hundredths, NEW.seq, NEW.terms_hash, NEW.promise_days, NEW.promised_until, NEW.to_product)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.campaign_id, OLD.network, OLD.payout_hundredths, OLD.payout_model, OLD.currency, OLD.cap_paise,
      OLD.referral_hundredths, OLD.seq, OLD.terms_hash, OLD.promise_days, OLD.promised_until, OLD.to_product)
     OR (OLD.claimed_by IS NOT NULL AND NEW.claimed_by IS DISTINCT FROM OLD.claimed_by)
     OR (NEW.claimed_by IS NOT NULL AND NEW.user_id <> 9) THEN
    RAISE EXCEPTION 'the facts of a click are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER clicks_guard BEFORE UPDATE ON clicks FOR EACH ROW EXECUTE FUNCTION guard_click();
