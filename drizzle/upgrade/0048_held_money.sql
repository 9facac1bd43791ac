ALTER TABLE "clicks" ADD COLUMN "referral_hundredths" bigint DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_referral" CHECK ("clicks"."referral_hundredths" BETWEEN 0 AND 10000);--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_click() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.campaign_id, NEW.network, NEW.payout_hundredths, NEW.payout_model, NEW.currency, NEW.cap_paise,
      NEW.referral_hundredths)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.campaign_id, OLD.network, OLD.payout_hundredths, OLD.payout_model, OLD.currency, OLD.cap_paise,
      OLD.referral_hundredths)
     OR (OLD.claimed_by IS NOT NULL AND NEW.claimed_by IS DISTINCT FROM OLD.claimed_by)
     OR (NEW.claimed_by IS NOT NULL AND NEW.user_id <> 9) THEN
    RAISE EXCEPTION 'the facts of a click are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TABLE "held_money" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_money_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversion_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"revision" integer NOT NULL,
	"amount_paise" bigint NOT NULL,
	"until" timestamp with time zone,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_money_change" UNIQUE("conversion_id","kind","revision"),
	CONSTRAINT "held_money_amount" CHECK ("held_money"."amount_paise" >= 0),
	CONSTRAINT "held_money_state" CHECK ("held_money"."kind" IN ('cashback', 'referral') AND "held_money"."state" IN ('granted', 'waiting', 'ended') AND ("held_money"."kind" = 'referral' OR "held_money"."state" = 'granted'))
);
--> statement-breakpoint
ALTER TABLE "held_money" ADD CONSTRAINT "held_money_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_money" ADD CONSTRAINT "held_money_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_money_user" ON "held_money" USING btree ("user_id","until");--> statement-breakpoint
CREATE INDEX "held_money_waiting" ON "held_money" USING btree ("id") WHERE "held_money"."state" = 'waiting';--> statement-breakpoint

-- Held money only becomes less: an end that was promised does not move.
CREATE FUNCTION guard_held_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.conversion_id, NEW.user_id, NEW.kind, NEW.revision, NEW.until, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.conversion_id, OLD.user_id, OLD.kind, OLD.revision, OLD.until, OLD.created_at)
     OR NEW.amount_paise > OLD.amount_paise
     OR (NEW.state <> OLD.state AND NOT (OLD.state = 'waiting' AND NEW.state = 'ended')) THEN
    RAISE EXCEPTION 'held money only becomes less' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER held_money_guard BEFORE UPDATE ON held_money FOR EACH ROW EXECUTE FUNCTION guard_held_money();
--> statement-breakpoint
CREATE TRIGGER held_money_kept BEFORE DELETE ON held_money FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER held_money_no_truncate BEFORE TRUNCATE ON held_money FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- What is held of sales so far is held until the date of the sale. Of several credits the earliest remain.
INSERT INTO held_money (conversion_id, user_id, kind, revision, amount_paise, until, state, created_at)
SELECT p.id, p.user_id, p.kind, p.revision, least(p.amount, p.total - p.earlier), p.until, 'granted', p.created_at
  FROM (SELECT c.id, CASE t.kind WHEN 'cashback' THEN c.user_id ELSE c.referrer_id END AS user_id, t.kind,
               substr(split_part(t.reference, ':', 3), 2)::int AS revision, t.amount_paise AS amount,
               CASE t.kind WHEN 'cashback' THEN c.granted_paise ELSE c.referral_paise END AS total,
               (sum(t.amount_paise) OVER (PARTITION BY c.id, t.kind ORDER BY t.id) - t.amount_paise)::bigint AS earlier,
               c.withdrawable_at AS until, t.created_at
          FROM conversions c
          JOIN ledger_transfers t ON t.ref_type = 'conversion' AND t.ref_id = c.id AND t.kind IN ('cashback', 'referral')
         WHERE c.status = 'approved' AND c.withdrawable_at > now()) p
 WHERE p.total > p.earlier ORDER BY p.created_at;
--> statement-breakpoint
UPDATE conversions SET withdrawable_at = NULL WHERE withdrawable_at > now() AND granted_paise = 0;
--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "upheld_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "upheld_reason" text;--> statement-breakpoint
ALTER TABLE "signals" ADD CONSTRAINT "signals_upheld" CHECK (("signals"."upheld_at" IS NULL) = ("signals"."upheld_reason" IS NULL));--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cleared_at IS NOT NULL OR (NEW.id, NEW.kind, NEW.facts) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.facts)
     OR (OLD.upheld_at IS NOT NULL AND (NEW.upheld_at, NEW.upheld_reason) IS DISTINCT FROM (OLD.upheld_at, OLD.upheld_reason)) THEN
    RAISE EXCEPTION 'a cleared signal and the facts of any are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
INSERT INTO ledger_accounts (code, user_id, normal_side) VALUES ('forfeited_balances', 0, 'credit') ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE "departures" ADD COLUMN "forfeited_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_forfeited" CHECK ("departures"."forfeited_paise" >= 0);--> statement-breakpoint

-- What accounts deleted so far have left is given up, and so is what was pending of their sales.
INSERT INTO departures (user_id, debt_paise, left_at)
SELECT u.id, 0, u.deleted_at
  FROM users u JOIN ledger_accounts a ON a.user_id = u.id AND a.code = 'user_available'
 WHERE u.deleted_at IS NOT NULL AND a.credits_paise > a.debits_paise
ON CONFLICT (user_id) DO NOTHING;
--> statement-breakpoint
UPDATE departures d SET forfeited_paise = a.credits_paise - a.debits_paise
  FROM ledger_accounts a, users u
 WHERE a.user_id = d.user_id AND a.code = 'user_available' AND u.id = d.user_id AND u.deleted_at IS NOT NULL
   AND a.credits_paise > a.debits_paise;
--> statement-breakpoint
INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
SELECT 'departure:' || d.id || ':' || (SELECT count(*) + 1 FROM ledger_transfers t WHERE t.ref_type = 'departure' AND t.ref_id = d.id) || ':forfeit',
       'forfeit', a.id, f.id, d.forfeited_paise, 'departure', d.id, 2
  FROM departures d
  JOIN ledger_accounts a ON a.user_id = d.user_id AND a.code = 'user_available'
  JOIN ledger_accounts f ON f.user_id = 0 AND f.code = 'forfeited_balances'
 WHERE d.forfeited_paise > 0 ORDER BY d.id;
--> statement-breakpoint
UPDATE ledger_accounts a SET debits_paise = a.debits_paise + d.forfeited_paise
  FROM departures d WHERE a.user_id = d.user_id AND a.code = 'user_available' AND d.forfeited_paise > 0;
--> statement-breakpoint
INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
SELECT 'conversion:' || c.id || ':r' || (c.revision + 1) || ':pending', 'pending', a.id, p.id, c.pending_paise, 'conversion', c.id, 2
  FROM conversions c
  JOIN users u ON u.id = c.user_id AND u.deleted_at IS NOT NULL
  JOIN ledger_accounts a ON a.user_id = c.user_id AND a.code = 'user_pending'
  JOIN ledger_accounts p ON p.user_id = 0 AND p.code = 'pending_contra'
 WHERE c.pending_paise > 0 ORDER BY c.id;
--> statement-breakpoint
UPDATE ledger_accounts a SET debits_paise = a.debits_paise + c.pending
  FROM (SELECT c.user_id, sum(c.pending_paise) AS pending
          FROM conversions c JOIN users u ON u.id = c.user_id AND u.deleted_at IS NOT NULL GROUP BY c.user_id) c
 WHERE a.user_id = c.user_id AND a.code = 'user_pending' AND c.pending > 0;
--> statement-breakpoint
UPDATE conversions c SET pending_paise = 0, revision = c.revision + 1
  FROM users u WHERE u.id = c.user_id AND u.deleted_at IS NOT NULL AND c.pending_paise > 0;
--> statement-breakpoint

-- Processes of the release before this one leave the balances of a deleted account in its wallet.
CREATE FUNCTION refuse_deletion_with_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ledger_accounts a
              WHERE a.user_id = NEW.id AND a.code IN ('user_available', 'user_pending') AND a.credits_paise <> a.debits_paise) THEN
    RAISE EXCEPTION 'the balances of a deleted account are given up first' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_deleted_empty BEFORE UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION refuse_deletion_with_money();
