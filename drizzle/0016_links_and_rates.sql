CREATE TABLE "allowed_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "allowed_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"host" text NOT NULL,
	"publisher" text NOT NULL,
	"allowed_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allowed_links_once" UNIQUE("network","host","publisher")
);
--> statement-breakpoint
CREATE TABLE "held_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_rows" (
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"import_id" bigint NOT NULL,
	"row_hash" text NOT NULL,
	"row" json NOT NULL,
	"doubts" json NOT NULL,
	CONSTRAINT "held_rows_source_external_id_pk" PRIMARY KEY("source","external_id")
);
--> statement-breakpoint
CREATE TABLE "offer_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offer_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint NOT NULL,
	"until" timestamp with time zone DEFAULT now() NOT NULL,
	"percent" bigint,
	"rupees" bigint
);
--> statement-breakpoint
CREATE TABLE "store_rates" (
	"store" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"percent" bigint,
	"rupees" bigint
);
--> statement-breakpoint
ALTER TABLE "held_rows" ADD CONSTRAINT "held_rows_import_id_held_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."held_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_rows_import" ON "held_rows" USING btree ("import_id","external_id");--> statement-breakpoint
CREATE INDEX "offer_rates_campaign" ON "offer_rates" USING btree ("campaign_id","until");--> statement-breakpoint
CREATE INDEX "offer_rates_until" ON "offer_rates" USING btree ("until");--> statement-breakpoint
CREATE INDEX "store_rates_store" ON "store_rates" USING btree ("store","at");
--> statement-breakpoint
CREATE FUNCTION facts_of(allowed_links) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.host, $1.publisher, $1.allowed_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO store_rates (store, percent, rupees)
SELECT id, up_to_percent, up_to_rupees FROM brands WHERE up_to_percent IS NOT NULL OR up_to_rupees IS NOT NULL;
