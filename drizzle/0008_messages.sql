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
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"notification_id" bigint,
	"user_id" bigint,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"topic" text NOT NULL,
	"address" text,
	"content" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "deliveries_key" UNIQUE("key"),
	CONSTRAINT "deliveries_once" UNIQUE("notification_id","channel","address"),
	CONSTRAINT "deliveries_end" CHECK (("deliveries"."state" = 'waiting') = ("deliveries"."ended_at" IS NULL)),
	CONSTRAINT "deliveries_erased" CHECK ("deliveries"."ended_at" IS NULL OR "deliveries"."content" IS NULL),
	CONSTRAINT "deliveries_address" CHECK ("deliveries"."address" IS NOT NULL OR "deliveries"."ended_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "message_choices" (
	"user_id" bigint NOT NULL,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"wanted" boolean NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_choices_user_id_topic_channel_pk" PRIMARY KEY("user_id","topic","channel")
);
--> statement-breakpoint
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
	"pushed_to" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "push_subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"session" text,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_session_unique" UNIQUE("session"),
	CONSTRAINT "push_subscriptions_endpoint_hash_unique" UNIQUE("endpoint_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_set_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "sms_values" jsonb;--> statement-breakpoint
ALTER TABLE "queued_jobs" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "address_links" ADD CONSTRAINT "address_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_changes" ADD CONSTRAINT "number_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_stores" ADD CONSTRAINT "followed_stores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_stores" ADD CONSTRAINT "followed_stores_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_news" ADD CONSTRAINT "store_news_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_news" ADD CONSTRAINT "store_news_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_sessions_token_hash_fk" FOREIGN KEY ("session") REFERENCES "public"."sessions"("token_hash") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_links_token" ON "address_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "address_links_user" ON "address_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "address_links_expiry" ON "address_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "number_changes_waiting" ON "number_changes" USING btree ("user_id") WHERE "number_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "number_changes_due" ON "number_changes" USING btree ("due_at") WHERE "number_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "number_changes_user" ON "number_changes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("channel",("topic" <> 'safety'),"next_attempt_at") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_ended" ON "deliveries" USING btree ("ended_at") WHERE "deliveries"."ended_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_newsletter" ON "deliveries" USING btree ("kind","address") WHERE "deliveries"."kind" LIKE 'newsletter:%';--> statement-breakpoint
CREATE INDEX "followed_stores_brand" ON "followed_stores" USING btree ("brand_id","user_id");--> statement-breakpoint
CREATE INDEX "store_news_brand" ON "store_news" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "store_news_campaign" ON "store_news" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "store_news_created" ON "store_news" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_issues_once" ON "newsletter_issues" USING btree ("content_hash") WHERE "newsletter_issues"."state" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "newsletter_issues_open" ON "newsletter_issues" USING btree ("id") WHERE "newsletter_issues"."ended_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_requests_token" ON "newsletter_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "newsletter_requests_email" ON "newsletter_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "newsletter_requests_created" ON "newsletter_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");