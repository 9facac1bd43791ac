CREATE TABLE "network_settlement_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_settlement_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"settlement_id" bigint NOT NULL,
	"conversion_id" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_settlement_items_amount" CHECK ("network_settlement_items"."amount_paise" <> 0)
);
--> statement-breakpoint
CREATE TABLE "network_settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text,
	"reference_key" text,
	"corrections" integer DEFAULT 0 NOT NULL,
	"invoice" text,
	"paid_on" date NOT NULL,
	"amount_paise" bigint NOT NULL,
	"tds_paise" bigint NOT NULL,
	"gst_paise" bigint NOT NULL,
	"settled_paise" bigint NOT NULL,
	"reverses" bigint,
	"reason" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_settlements_reversed_once" UNIQUE("reverses"),
	CONSTRAINT "network_settlements_reference" UNIQUE("reference_key","corrections"),
	CONSTRAINT "network_settlements_kind" CHECK ("network_settlements"."kind" IN ('payment', 'write-off', 'reversal')),
	CONSTRAINT "network_settlements_sum" CHECK ("network_settlements"."settled_paise" <> 0 AND ("network_settlements"."kind" = 'write-off' OR "network_settlements"."settled_paise" = "network_settlements"."amount_paise" + "network_settlements"."tds_paise" - "network_settlements"."gst_paise" OR "network_settlements"."kind" = 'reversal')),
	CONSTRAINT "network_settlements_payment" CHECK (("network_settlements"."kind" = 'payment') = (coalesce("network_settlements"."reference_key", '') <> '') AND ("network_settlements"."kind" <> 'payment' OR ("network_settlements"."amount_paise" >= "network_settlements"."gst_paise" AND "network_settlements"."tds_paise" >= 0 AND "network_settlements"."gst_paise" >= 0 AND "network_settlements"."settled_paise" > 0))),
	CONSTRAINT "network_settlements_write_off" CHECK ("network_settlements"."kind" <> 'write-off' OR ("network_settlements"."amount_paise", "network_settlements"."tds_paise", "network_settlements"."gst_paise") = (0, 0, 0)),
	CONSTRAINT "network_settlements_reason" CHECK (("network_settlements"."kind" = 'payment' OR coalesce("network_settlements"."reason", '') <> '') AND ("network_settlements"."kind" = 'reversal') = ("network_settlements"."reverses" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "network_settlement_items" ADD CONSTRAINT "network_settlement_items_settlement_id_network_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_settlement_items" ADD CONSTRAINT "network_settlement_items_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_settlements" ADD CONSTRAINT "network_settlements_reverses_network_settlements_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_settlement_items_settlement" ON "network_settlement_items" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "network_settlement_items_sale" ON "network_settlement_items" USING btree ("conversion_id");--> statement-breakpoint
CREATE INDEX "network_settlements_network" ON "network_settlements" USING btree ("network","id");--> statement-breakpoint

-- What was settled stays as it was posted.
CREATE TRIGGER network_settlements_append_only BEFORE UPDATE OR DELETE ON network_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER network_settlements_no_truncate BEFORE TRUNCATE ON network_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER network_settlement_items_append_only BEFORE UPDATE OR DELETE ON network_settlement_items FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER network_settlement_items_no_truncate BEFORE TRUNCATE ON network_settlement_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
