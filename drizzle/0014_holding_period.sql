ALTER TABLE "brands" ADD COLUMN "holding_days" integer;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "withdrawable_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversions_holding" ON "conversions" USING btree ("user_id","withdrawable_at") WHERE "conversions"."withdrawable_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "conversions_holding_referrer" ON "conversions" USING btree ("referrer_id","withdrawable_at") WHERE "conversions"."withdrawable_at" IS NOT NULL AND "conversions"."referrer_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_holding_days" CHECK ("brands"."holding_days" BETWEEN 0 AND 365);