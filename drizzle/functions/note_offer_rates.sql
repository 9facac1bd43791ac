-- Notes what offers paid before their rate falls: clicks lock it for some minutes, and new rates are measured by it.
CREATE OR REPLACE FUNCTION note_offer_rates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The clock, because an import may last minutes.
  CASE TG_TABLE_NAME
    WHEN 'campaigns' THEN
      INSERT INTO offer_rates (campaign_id, until, percent, rupees)
      SELECT NEW.id, clock_timestamp(), o.percent, o.rupees
        FROM catalogue_version v JOIN brands was ON was.id = OLD.brand_id JOIN brands b ON b.id = NEW.brand_id
       CROSS JOIN LATERAL payout_of(OLD, was, v.share_hundredths) AS o CROSS JOIN LATERAL payout_of(NEW, b, v.share_hundredths) AS n
       WHERE o.percent > coalesce(n.percent, 0) OR o.rupees > coalesce(n.rupees, 0);
    WHEN 'brands' THEN
      INSERT INTO offer_rates (campaign_id, until, percent, rupees)
      SELECT c.id, clock_timestamp(), o.percent, o.rupees
        FROM catalogue_version v JOIN campaigns c ON c.brand_id = NEW.id
       CROSS JOIN LATERAL payout_of(c, OLD, v.share_hundredths) AS o CROSS JOIN LATERAL payout_of(c, NEW, v.share_hundredths) AS n
       WHERE o.percent > coalesce(n.percent, 0) OR o.rupees > coalesce(n.rupees, 0);
    ELSE
      INSERT INTO offer_rates (campaign_id, until, percent, rupees)
      SELECT c.id, clock_timestamp(), o.percent, o.rupees
        FROM campaigns c JOIN brands b ON b.id = c.brand_id
       CROSS JOIN LATERAL payout_of(c, b, OLD.share_hundredths) AS o CROSS JOIN LATERAL payout_of(c, b, NEW.share_hundredths) AS n
       WHERE o.percent > coalesce(n.percent, 0) OR o.rupees > coalesce(n.rupees, 0);
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER brands_offer_rates AFTER UPDATE OF payout_hundredths, payout_model, commission_hundredths, commission_model,
  share_hundredths ON brands FOR EACH ROW EXECUTE FUNCTION note_offer_rates();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_offer_rates AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN ((OLD.brand_id, OLD.currency, OLD.payout_hundredths, OLD.payout_model, OLD.commission_hundredths, OLD.commission_model,
         OLD.set_payout_hundredths, OLD.set_payout_model)
        IS DISTINCT FROM
        (NEW.brand_id, NEW.currency, NEW.payout_hundredths, NEW.payout_model, NEW.commission_hundredths, NEW.commission_model,
         NEW.set_payout_hundredths, NEW.set_payout_model))
  EXECUTE FUNCTION note_offer_rates();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER catalogue_version_offer_rates AFTER UPDATE OF share_hundredths ON catalogue_version FOR EACH ROW
  WHEN (OLD.share_hundredths IS DISTINCT FROM NEW.share_hundredths) EXECUTE FUNCTION note_offer_rates();
--> statement-breakpoint
-- A rate that nobody was shown would be locked by the next click.
CREATE OR REPLACE FUNCTION guard_offer_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'former rates are noted by triggers alone' USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER offer_rates_guard BEFORE INSERT OR UPDATE ON offer_rates FOR EACH ROW EXECUTE FUNCTION guard_offer_rate();
