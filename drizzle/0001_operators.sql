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
	CONSTRAINT "approvals_decision" CHECK (("approvals"."state" = 'waiting') = ("approvals"."decided_by" IS NULL) AND ("approvals"."decided_by" IS NULL) = ("approvals"."decided_at" IS NULL)),
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
	"password_hash" text,
	"totp_secret" text,
	"totp_step" bigint,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
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
ALTER TABLE "operator_log" ADD COLUMN "operator_id" bigint;--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "source" text DEFAULT 'command line' NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "operator_log_rows" ADD CONSTRAINT "operator_log_rows_log_id_operator_log_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."operator_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_invited_by_operators_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("call_hash") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "operator_log_rows_of" ON "operator_log_rows" USING btree ("log_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_name" ON "operators" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "operators_email" ON "operators" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "operators_os_account" ON "operators" USING btree ("os_account");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_invite" ON "operators" USING btree ("invite_hash");--> statement-breakpoint
ALTER TABLE "operator_log" ADD CONSTRAINT "operator_log_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_name_words" ON "users" USING gin (to_tsvector('simple', "username"));--> statement-breakpoint
CREATE INDEX "users_email_start" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_phone_end" ON "users" USING btree (reverse("phone_number") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "operator_log_started" ON "operator_log" USING btree ("started_at");