ALTER TABLE "brands" ADD COLUMN "overrides" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "overrides" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_overrides" CHECK (jsonb_typeof("brands"."overrides") = 'object');--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_overrides" CHECK (jsonb_typeof("campaigns"."overrides") = 'object');