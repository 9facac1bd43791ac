CREATE TABLE "link_offers" (
	"store_id" bigint PRIMARY KEY NOT NULL,
	"campaign_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"store_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "asked_hosts" (
	"on_day" date NOT NULL,
	"host" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "asked_hosts_on_day_host_pk" PRIMARY KEY("on_day","host"),
	CONSTRAINT "asked_hosts_host" CHECK (length("asked_hosts"."host") <= 253)
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "product_links" boolean;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "keeps_cashback" boolean;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "keeps_source" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "keeps_since" date;--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "to_product" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_offers" ADD CONSTRAINT "link_offers_store_id_brands_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_offers" ADD CONSTRAINT "link_offers_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_hosts" ADD CONSTRAINT "store_hosts_store_id_brands_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brands_host" ON "brands" USING btree (lower(substring("store_url" from '^https://(?:www\.)?([^/?#:]+)')));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_keeps" CHECK (num_nulls("campaigns"."keeps_cashback", "campaigns"."keeps_source", "campaigns"."keeps_since") IN (0, 3) AND "campaigns"."keeps_source" IN ('feed', 'operator'));