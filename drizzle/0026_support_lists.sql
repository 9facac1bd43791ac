CREATE INDEX "clicks_claimed" ON "clicks" USING btree ("claimed_by","created_at") WHERE "clicks"."claimed_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "conversions_campaign" ON "conversions" USING btree ("campaign_id","created_at");--> statement-breakpoint
CREATE INDEX "conversions_created" ON "conversions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "postback_inbox_received" ON "postback_inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "postback_inbox_dismissed" ON "postback_inbox" USING btree ("click_id","id") WHERE "postback_inbox"."resolved_at" IS NOT NULL AND "postback_inbox"."conversion_id" IS NULL;--> statement-breakpoint
CREATE INDEX "withdrawals_created" ON "withdrawals" USING btree ("created_at");