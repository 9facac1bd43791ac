CREATE TABLE "desk_drafts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"operator_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"input" text NOT NULL,
	"state" text NOT NULL,
	"output" text,
	"approval_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_drafts_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "desk_access" (
	"operator_id" bigint PRIMARY KEY NOT NULL,
	"password_hash" text,
	"enrolled_at" timestamp with time zone,
	"invite_hash" text,
	"invite_ends_at" timestamp with time zone,
	"new_codes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_access_invite_end" CHECK (("desk_access"."invite_hash" IS NULL) = ("desk_access"."invite_ends_at" IS NULL)),
	CONSTRAINT "desk_access_enrolled" CHECK ("desk_access"."enrolled_at" IS NULL OR "desk_access"."password_hash" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "desk_recovery_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "desk_recovery_codes_once" UNIQUE("operator_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "desk_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"operator_id" bigint NOT NULL,
	"stage" text NOT NULL,
	"code_at" timestamp with time zone,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_sessions_token" UNIQUE("token_hash"),
	CONSTRAINT "desk_sessions_code" CHECK (("desk_sessions"."stage" = 'open') = ("desk_sessions"."code_at" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "desk_drafts" ADD CONSTRAINT "desk_drafts_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_drafts" ADD CONSTRAINT "desk_drafts_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_access" ADD CONSTRAINT "desk_access_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_recovery_codes" ADD CONSTRAINT "desk_recovery_codes_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_drafts_created" ON "desk_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "desk_drafts_operator" ON "desk_drafts" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "desk_drafts_approval" ON "desk_drafts" USING btree ("approval_id");--> statement-breakpoint
CREATE UNIQUE INDEX "desk_access_invite" ON "desk_access" USING btree ("invite_hash");--> statement-breakpoint
CREATE INDEX "desk_sessions_operator" ON "desk_sessions" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "desk_sessions_expiry" ON "desk_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "operator_log_result" ON "operator_log" USING gin ("result" jsonb_path_ops);