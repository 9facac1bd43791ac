CREATE TABLE "hold_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hold_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"hold_until" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "hold_steps_user" ON "hold_steps" USING btree ("user_id","id");--> statement-breakpoint

-- What a click promised, which sale a conversion is, what a network sent and what an operator typed never change: a trigger
-- refuses it, so that whoever can only run SQL cannot rewrite them.
CREATE FUNCTION guard_click() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.campaign_id, NEW.network, NEW.payout_hundredths, NEW.payout_model, NEW.currency, NEW.cap_paise)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.campaign_id, OLD.network, OLD.payout_hundredths, OLD.payout_model, OLD.currency, OLD.cap_paise)
     OR (OLD.claimed_by IS NOT NULL AND NEW.claimed_by IS DISTINCT FROM OLD.claimed_by)
     OR (NEW.claimed_by IS NOT NULL AND NEW.user_id <> 9) THEN
    RAISE EXCEPTION 'the facts of a click are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER clicks_guard BEFORE UPDATE ON clicks FOR EACH ROW EXECUTE FUNCTION guard_click();
--> statement-breakpoint
CREATE FUNCTION guard_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.network, NEW.external_id, NEW.click_id, NEW.campaign_id, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.network, OLD.external_id, OLD.click_id, OLD.campaign_id, OLD.created_at)
     OR (NEW.user_id <> OLD.user_id AND OLD.user_id <> 9)
     OR NEW.revision < OLD.revision THEN
    RAISE EXCEPTION 'which sale a conversion is, and whose, is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER conversions_guard BEFORE UPDATE ON conversions FOR EACH ROW EXECUTE FUNCTION guard_conversion();
--> statement-breakpoint
CREATE TRIGGER conversions_kept BEFORE DELETE ON conversions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION guard_postback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.network, NEW.method, NEW.raw, NEW.received_at)
     IS DISTINCT FROM
     (OLD.id, OLD.network, OLD.method, OLD.raw, OLD.received_at)
     -- An older rejection may put what was applied aside, for the operator to look at.
     OR (OLD.outcome = 'applied'
         AND (coalesce(NEW.outcome, '') NOT IN ('applied', 'quarantined')
              OR (NEW.conversion_id, NEW.click_id, NEW.external_id, NEW.report, NEW.sale_paise)
                 IS DISTINCT FROM
                 (OLD.conversion_id, OLD.click_id, OLD.external_id, OLD.report, OLD.sale_paise))) THEN
    RAISE EXCEPTION 'what a network sent is immutable, and so is what became of it' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER postback_inbox_guard BEFORE UPDATE ON postback_inbox FOR EACH ROW EXECUTE FUNCTION guard_postback();
--> statement-breakpoint
CREATE TRIGGER postback_inbox_kept BEFORE DELETE ON postback_inbox FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER postback_inbox_no_truncate BEFORE TRUNCATE ON postback_inbox FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Who brought a member is said at the sign-up; after that it can only be forgotten.
CREATE FUNCTION guard_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who referred a member is immutable' USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE TRIGGER users_referral_guard BEFORE UPDATE ON users FOR EACH ROW
  WHEN (NEW.referred_by IS NOT NULL AND NEW.referred_by IS DISTINCT FROM OLD.referred_by) EXECUTE FUNCTION guard_referral();
--> statement-breakpoint

-- Of a command that was noted only its end can be added, once.
CREATE FUNCTION guard_operator_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NOT NULL OR OLD.outcome IS NOT NULL
     OR (NEW.id, NEW.os_user, NEW.command, NEW.started_at) IS DISTINCT FROM (OLD.id, OLD.os_user, OLD.command, OLD.started_at) THEN
    RAISE EXCEPTION 'operator_log is append-only' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_log_guard BEFORE UPDATE ON operator_log FOR EACH ROW EXECUTE FUNCTION guard_operator_log();
--> statement-breakpoint
CREATE TRIGGER operator_log_kept BEFORE DELETE ON operator_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER operator_log_no_truncate BEFORE TRUNCATE ON operator_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Every change of a hold leaves its row; those of today begin it.
CREATE FUNCTION note_hold_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hold_steps (user_id, hold_until, reason) VALUES (NEW.id, NEW.payout_hold_until, NEW.payout_hold_reason);
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO hold_steps (user_id, hold_until, reason)
SELECT id, payout_hold_until, payout_hold_reason FROM users WHERE payout_hold_until IS NOT NULL ORDER BY id;
--> statement-breakpoint
CREATE TRIGGER users_hold_begins AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.payout_hold_until IS NOT NULL) EXECUTE FUNCTION note_hold_step();
--> statement-breakpoint
CREATE TRIGGER users_hold_steps AFTER UPDATE ON users FOR EACH ROW
  WHEN ((NEW.payout_hold_until, NEW.payout_hold_reason) IS DISTINCT FROM (OLD.payout_hold_until, OLD.payout_hold_reason))
  EXECUTE FUNCTION note_hold_step();
--> statement-breakpoint
CREATE TRIGGER hold_steps_append_only BEFORE UPDATE OR DELETE ON hold_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER hold_steps_no_truncate BEFORE TRUNCATE ON hold_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
