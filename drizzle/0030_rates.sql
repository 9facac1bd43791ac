ALTER TABLE "brands" ADD COLUMN "payout_hundredths" bigint;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "payout_model" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "commission_hundredths" bigint;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "commission_model" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "share_hundredths" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "commission_hundredths" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "commission_model" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "set_payout_hundredths" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "set_payout_model" text;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_payout" CHECK ("brands"."payout_hundredths" >= 0);--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_commission" CHECK ("brands"."commission_hundredths" >= 0);--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_share" CHECK ("brands"."share_hundredths" BETWEEN 0 AND 10000);--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_commission" CHECK ("campaigns"."commission_hundredths" >= 0);--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_set_payout" CHECK ("campaigns"."set_payout_hundredths" >= 0);