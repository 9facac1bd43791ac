CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"call_hash" text NOT NULL,
	"command" text NOT NULL,
	"effect" text NOT NULL,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "approvals_decision" CHECK (("approvals"."state" IN ('approved', 'refused')) = ("approvals"."decided_by" IS NOT NULL) AND ("approvals"."state" = 'waiting') = ("approvals"."decided_at" IS NULL)),
	CONSTRAINT "approvals_two" CHECK ("approvals"."state" <> 'approved' OR "approvals"."decided_by" <> "approvals"."asked_by")
);
--> statement-breakpoint
CREATE TABLE "operator_log_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"log_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"os_account" text,
	"former_accounts" text[] DEFAULT '{}' NOT NULL,
	"totp_secret" text,
	"totp_step" bigint,
	"invite_hash" text,
	"invite_ends_at" timestamp with time zone,
	"invited_by" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operators_name_length" CHECK (length("operators"."name") BETWEEN 2 AND 60),
	CONSTRAINT "operators_invite_end" CHECK (("operators"."invite_hash" IS NULL) = ("operators"."invite_ends_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "queued_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "queued_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"log_id" bigint NOT NULL,
	"input" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"progress" integer DEFAULT 0 NOT NULL,
	"progress_words" text DEFAULT '' NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "queued_jobs_once" UNIQUE("log_id")
);
--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "operator_id" bigint;--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "source" text DEFAULT 'command line' NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "end_seal" text;--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "queued_jobs" ADD CONSTRAINT "queued_jobs_log_id_operator_log_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."operator_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_log_rows" ADD CONSTRAINT "operator_log_rows_log_id_operator_log_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."operator_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_invited_by_operators_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("call_hash") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "operator_log_request" ON "operator_log" USING btree ("request_key") WHERE "operator_log"."outcome" IS NULL OR "operator_log"."outcome" IN ('done', 'partly');--> statement-breakpoint
CREATE UNIQUE INDEX "operator_log_rows_done" ON "operator_log_rows" USING btree ("log_id","subject") WHERE "operator_log_rows"."outcome" = 'done';--> statement-breakpoint
CREATE INDEX "queued_jobs_open" ON "queued_jobs" USING btree ("id") WHERE "queued_jobs"."input" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "operator_log_rows_of" ON "operator_log_rows" USING btree ("log_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_name" ON "operators" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "operators_email" ON "operators" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "operators_os_account" ON "operators" USING btree ("os_account");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_invite" ON "operators" USING btree ("invite_hash");--> statement-breakpoint
ALTER TABLE "operator_log" ADD CONSTRAINT "operator_log_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_name_words" ON "users" USING gin (to_tsvector('simple', "username"));--> statement-breakpoint
CREATE INDEX "users_email_start" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_phone_end" ON "users" USING btree (reverse("phone_number") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "operator_log_started" ON "operator_log" USING btree ("started_at");--> statement-breakpoint
-- Commands that ended before this migration have no seal of their end.
ALTER TABLE "operator_log" ADD CONSTRAINT "operator_log_end" CHECK (("operator_log"."finished_at" IS NULL) = ("operator_log"."outcome" IS NULL) AND ("operator_log"."finished_at" IS NULL) = ("operator_log"."end_seal" IS NULL)) NOT VALID;
--> statement-breakpoint
-- The new columns are part of the digest only where they are not empty, so that digests of earlier lines stay right.
CREATE OR REPLACE FUNCTION facts_of(operator_log) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.os_user, $1.command, extract(epoch FROM $1.started_at), extract(epoch FROM $1.finished_at), $1.outcome,
      $1.seal)::text
    || CASE WHEN ($1.operator_id, $1.source, $1.result, $1.end_seal, $1.request_key) IS DISTINCT FROM (NULL, 'command line', NULL, NULL, NULL)
            THEN ROW($1.operator_id, $1.source, $1.result, $1.end_seal, $1.request_key)::text ELSE '' END)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(operator_log_rows) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW($1.log_id, $1.subject, $1.outcome, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(approvals) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.call_hash, $1.command, $1.effect, $1.asked_by, extract(epoch FROM $1.created_at), $1.state, $1.decided_by,
      extract(epoch FROM $1.decided_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(operators) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.name, $1.email, $1.role, $1.state, $1.os_account, $1.former_accounts, $1.totp_secret, $1.invite_hash,
      extract(epoch FROM $1.invite_ends_at), $1.invited_by, $1.version, extract(epoch FROM $1.created_at),
      extract(epoch FROM $1.updated_at))::text)]
$$;
