ALTER TABLE "brands" ADD COLUMN "tracks_in_hours" integer;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "confirms_in_days" integer;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "app_orders" boolean;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "takes_claims" boolean;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "voids" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "dos" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "donts" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "rate_for" text;--> statement-breakpoint
CREATE INDEX "campaigns_rate_for" ON "campaigns" USING btree ("brand_id","rank","id") WHERE "campaigns"."listed" AND "campaigns"."rate_for" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_tracks_in_hours" CHECK ("brands"."tracks_in_hours" BETWEEN 1 AND 8760);--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_confirms_in_days" CHECK ("brands"."confirms_in_days" BETWEEN 1 AND 365);