CREATE TABLE "operator_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"os_user" text NOT NULL,
	"command" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "payout_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"reason" text,
	"withdrawal_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() + interval '10 seconds' NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "payout_events_once" UNIQUE("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payout_orders" (
	"withdrawal_id" bigint PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"stage" text DEFAULT 'ready' NOT NULL,
	"provider_reference" text,
	"provider_status" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_id" bigint NOT NULL,
	"status" text NOT NULL,
	"utr" text,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payout_orders" ADD CONSTRAINT "payout_orders_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_steps" ADD CONSTRAINT "withdrawal_steps_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_events_due" ON "payout_events" USING btree ("next_attempt_at") WHERE "payout_events"."processed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payout_events_withdrawal" ON "payout_events" USING btree ("withdrawal_id","id");--> statement-breakpoint
CREATE INDEX "payout_orders_due" ON "payout_orders" USING btree ("next_attempt_at") WHERE "payout_orders"."stage" <> 'done';--> statement-breakpoint
CREATE INDEX "withdrawal_steps_withdrawal" ON "withdrawal_steps" USING btree ("withdrawal_id","id");--> statement-breakpoint

-- Every step of a withdrawal leaves its row.
CREATE FUNCTION note_withdrawal_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
    INSERT INTO withdrawal_steps (withdrawal_id, status, utr, reason) VALUES (NEW.id, NEW.status, NEW.utr, NEW.reason);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO withdrawal_steps (withdrawal_id, status, utr, reason, created_at)
SELECT id, status, utr, reason, updated_at FROM withdrawals ORDER BY id;
--> statement-breakpoint
CREATE TRIGGER withdrawals_steps AFTER INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION note_withdrawal_step();
--> statement-breakpoint
CREATE TRIGGER withdrawal_steps_append_only BEFORE UPDATE OR DELETE ON withdrawal_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER withdrawal_steps_no_truncate BEFORE TRUNCATE ON withdrawal_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Reference and reason belong to the step that brought them: without a step they do not change either.
CREATE OR REPLACE FUNCTION guard_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'requested' THEN RAISE EXCEPTION 'a withdrawal starts as requested' USING ERRCODE = '23514'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.user_id, NEW.amount_paise, NEW.method, NEW.request_key, NEW.destination, NEW.destination_hint, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.amount_paise, OLD.method, OLD.request_key, OLD.destination, OLD.destination_hint, OLD.created_at)
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
