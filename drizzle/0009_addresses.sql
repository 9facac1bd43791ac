CREATE TABLE "address_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "number_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "number_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"old_phone" text NOT NULL,
	"new_phone" text NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"stopped_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "number_changes_differ" CHECK ("number_changes"."old_phone" <> "number_changes"."new_phone"),
	CONSTRAINT "number_changes_ended" CHECK (("number_changes"."state" = 'waiting') = ("number_changes"."ended_at" IS NULL)),
	CONSTRAINT "number_changes_stopped" CHECK (("number_changes"."state" = 'stopped') = ("number_changes"."stopped_by" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_set_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "details_hidden_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "address_links" ADD CONSTRAINT "address_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_changes" ADD CONSTRAINT "number_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_links_token" ON "address_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "address_links_user" ON "address_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "address_links_expiry" ON "address_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "number_changes_waiting" ON "number_changes" USING btree ("user_id") WHERE "number_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "number_changes_due" ON "number_changes" USING btree ("due_at") WHERE "number_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "number_changes_user" ON "number_changes" USING btree ("user_id","created_at");