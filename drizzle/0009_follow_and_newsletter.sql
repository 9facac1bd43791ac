CREATE TABLE "followed_stores" (
	"user_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"seen_news" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "followed_stores_user_id_brand_id_pk" PRIMARY KEY("user_id","brand_id")
);
--> statement-breakpoint
CREATE TABLE "store_news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"brand_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"rises" boolean DEFAULT true NOT NULL,
	"percent_before" bigint,
	"rupees_before" bigint,
	"campaign_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_news_code" CHECK (("store_news"."kind" = 'code') = ("store_news"."campaign_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_issues_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"preheader" text NOT NULL,
	"html" text,
	"body" text NOT NULL,
	"content_hash" text NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"recipients" integer NOT NULL,
	"per_minute" integer NOT NULL,
	"queued_to" text DEFAULT '' NOT NULL,
	"last_batch_at" timestamp with time zone,
	"sent" integer,
	"refused" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "newsletter_issues_rate" CHECK ("newsletter_issues"."per_minute" BETWEEN 1 AND 1200),
	CONSTRAINT "newsletter_issues_end" CHECK (("newsletter_issues"."ended_at" IS NULL) = ("newsletter_issues"."state" IN ('sending', 'stopped')))
);
--> statement-breakpoint
CREATE TABLE "newsletter_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "followed_stores" ADD CONSTRAINT "followed_stores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_stores" ADD CONSTRAINT "followed_stores_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_news" ADD CONSTRAINT "store_news_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_news" ADD CONSTRAINT "store_news_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "followed_stores_brand" ON "followed_stores" USING btree ("brand_id","user_id");--> statement-breakpoint
CREATE INDEX "store_news_brand" ON "store_news" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "store_news_campaign" ON "store_news" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "store_news_created" ON "store_news" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_issues_once" ON "newsletter_issues" USING btree ("content_hash") WHERE "newsletter_issues"."state" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "newsletter_issues_open" ON "newsletter_issues" USING btree ("id") WHERE "newsletter_issues"."ended_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_requests_token" ON "newsletter_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "newsletter_requests_email" ON "newsletter_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "newsletter_requests_created" ON "newsletter_requests" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_newsletter" ON "deliveries" USING btree ("kind","address") WHERE "deliveries"."kind" LIKE 'newsletter:%';