CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"result" jsonb
);
--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "next_attempt_at" timestamp with time zone DEFAULT now() + interval '10 seconds' NOT NULL;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "resolution" text;--> statement-breakpoint
CREATE INDEX "conversions_status" ON "conversions" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "conversions_network" ON "conversions" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "postback_inbox_due" ON "postback_inbox" USING btree ("next_attempt_at") WHERE "postback_inbox"."processed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "postback_inbox_network" ON "postback_inbox" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "postback_inbox_conversion" ON "postback_inbox" USING btree ("conversion_id","id");