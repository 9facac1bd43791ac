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
ALTER TABLE "desk_drafts" ADD CONSTRAINT "desk_drafts_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_drafts" ADD CONSTRAINT "desk_drafts_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_drafts_created" ON "desk_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "desk_drafts_operator" ON "desk_drafts" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "desk_drafts_approval" ON "desk_drafts" USING btree ("approval_id");--> statement-breakpoint
CREATE INDEX "operator_log_result" ON "operator_log" USING gin ("result" jsonb_path_ops);