CREATE TABLE "network_invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"number" text NOT NULL,
	"invoiced_on" date NOT NULL,
	"commission_paise" bigint NOT NULL,
	"gst_paise" bigint NOT NULL,
	"cancels" bigint,
	"reason" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_invoices_cancelled_once" UNIQUE("cancels"),
	CONSTRAINT "network_invoices_key" CHECK (coalesce(utr_key_of("network_invoices"."number"), '') <> ''),
	CONSTRAINT "network_invoices_amounts" CHECK (CASE WHEN "network_invoices"."cancels" IS NULL THEN "network_invoices"."commission_paise" > 0 AND "network_invoices"."gst_paise" > 0 AND "network_invoices"."reason" IS NULL ELSE "network_invoices"."commission_paise" < 0 AND "network_invoices"."gst_paise" < 0 AND coalesce("network_invoices"."reason", '') <> '' END)
);
--> statement-breakpoint
ALTER TABLE "network_invoices" ADD CONSTRAINT "network_invoices_cancels_network_invoices_id_fk" FOREIGN KEY ("cancels") REFERENCES "public"."network_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_invoices_number" ON "network_invoices" USING btree ("network","number");
--> statement-breakpoint
CREATE FUNCTION facts_of(network_invoices) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.number, to_char($1.invoiced_on, 'YYYY-MM-DD'), $1.commission_paise, $1.gst_paise, $1.cancels, $1.reason,
      $1.made_by, extract(epoch FROM $1.created_at))::text)]
$$;
