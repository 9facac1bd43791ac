CREATE TABLE "featured_offers" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"first_day" date,
	"last_day" date,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "featured_offers_days" CHECK ("featured_offers"."first_day" <= "featured_offers"."last_day")
);
--> statement-breakpoint
CREATE TABLE "page_texts" (
	"name" text PRIMARY KEY NOT NULL,
	"question" text,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_texts_lengths" CHECK (length("page_texts"."question") BETWEEN 1 AND 200 AND length("page_texts"."body") BETWEEN 1 AND 1000)
);
--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "said_on" date;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "consent_on" date;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "consent_how" text;--> statement-breakpoint
ALTER TABLE "featured_offers" ADD CONSTRAINT "featured_offers_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_consent" CHECK (num_nulls("testimonials"."consent_on", "testimonials"."consent_how") IN (0, 2));--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_source_url" CHECK ("testimonials"."source_url" LIKE 'https://%');