ALTER TABLE "conversions" ADD COLUMN "report_id" bigint;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "accepted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "click_id" text;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "report" text;--> statement-breakpoint
ALTER TABLE "postback_inbox" ADD COLUMN "sale_paise" bigint;--> statement-breakpoint
CREATE INDEX "postback_inbox_unsettled_click" ON "postback_inbox" USING btree ("network","click_id","id") WHERE "postback_inbox"."resolved_at" IS NULL AND ("postback_inbox"."outcome" IS NULL OR "postback_inbox"."outcome" = 'quarantined');--> statement-breakpoint
CREATE INDEX "postback_inbox_unsettled_sale" ON "postback_inbox" USING btree ("network","external_id","id") WHERE "postback_inbox"."resolved_at" IS NULL AND ("postback_inbox"."outcome" IS NULL OR "postback_inbox"."outcome" = 'quarantined');--> statement-breakpoint
-- Sales that were reported before: of those postbacks that they were made of, the newest.
UPDATE conversions c SET report_id = i.id
  FROM (SELECT conversion_id, max(id) AS id FROM postback_inbox WHERE outcome IN ('applied', 'repeat') GROUP BY 1) i
 WHERE i.conversion_id = c.id;
