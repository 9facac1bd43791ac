CREATE TABLE "planned_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planned_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint,
	"brand_id" bigint,
	"payout_hundredths" bigint,
	"payout_model" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"sale_id" bigint,
	"state" text DEFAULT 'waits' NOT NULL,
	"reason" text,
	"agreed" text[] DEFAULT '{}' NOT NULL,
	"before_hundredths" bigint,
	"before_model" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "planned_rates_target" CHECK (num_nonnulls("planned_rates"."campaign_id", "planned_rates"."brand_id") = 1),
	CONSTRAINT "planned_rates_payout" CHECK (num_nulls("planned_rates"."payout_hundredths", "planned_rates"."payout_model") IN (0, 2) AND "planned_rates"."payout_hundredths" >= 0),
	CONSTRAINT "planned_rates_period" CHECK ("planned_rates"."ends_at" > "planned_rates"."starts_at"),
	CONSTRAINT "planned_rates_sale" CHECK ("planned_rates"."sale_id" IS NULL OR num_nulls("planned_rates"."campaign_id", "planned_rates"."ends_at", "planned_rates"."payout_hundredths") = 0),
	CONSTRAINT "planned_rates_state" CHECK ("planned_rates"."state" IN ('waits', 'applied', 'ended', 'cancelled', 'refused', 'replaced'))
);
--> statement-breakpoint
ALTER TABLE "flash_sales" ADD COLUMN "payout_hundredths" bigint;--> statement-breakpoint
ALTER TABLE "flash_sales" ADD COLUMN "payout_model" text;--> statement-breakpoint
ALTER TABLE "flash_sales" ADD COLUMN "agreed" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "flash_sales" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "planned_rates" ADD CONSTRAINT "planned_rates_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_rates" ADD CONSTRAINT "planned_rates_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "planned_rates_sale_day" ON "planned_rates" USING btree ("sale_id","ends_at") WHERE "planned_rates"."sale_id" IS NOT NULL AND "planned_rates"."reason" IS DISTINCT FROM 'gave way';--> statement-breakpoint
CREATE INDEX "planned_rates_waits" ON "planned_rates" USING btree ("starts_at") WHERE "planned_rates"."state" = 'waits';--> statement-breakpoint
CREATE INDEX "planned_rates_applied" ON "planned_rates" USING btree ("ends_at") WHERE "planned_rates"."state" = 'applied';--> statement-breakpoint
CREATE INDEX "planned_rates_campaign" ON "planned_rates" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "planned_rates_brand" ON "planned_rates" USING btree ("brand_id");--> statement-breakpoint
ALTER TABLE "flash_sales" ADD CONSTRAINT "flash_sales_payout" CHECK (num_nulls("flash_sales"."payout_hundredths", "flash_sales"."payout_model", "flash_sales"."made_by") IN (0, 3) AND "flash_sales"."payout_hundredths" > 0);--> statement-breakpoint
CREATE FUNCTION facts_of(flash_sales) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.campaign_id, $1.weekday, $1.on_date, $1.payout_hundredths, $1.payout_model, $1.agreed, $1.made_by,
      extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'flash_sales', f[1], f[2]::uuid FROM flash_sales t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(planned_rates) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.campaign_id, $1.brand_id, $1.payout_hundredths, $1.payout_model, extract(epoch FROM $1.starts_at),
      extract(epoch FROM $1.ends_at), $1.sale_id, $1.state, $1.reason, $1.agreed, $1.before_hundredths, $1.before_model,
      $1.made_by, extract(epoch FROM $1.created_at), extract(epoch FROM $1.changed_at))::text)]
$$;
