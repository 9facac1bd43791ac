CREATE TABLE "claim_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"claim_id" bigint NOT NULL,
	"author" text NOT NULL,
	"step" text,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_messages_length" CHECK (length("claim_messages"."body") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "claim_proofs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"claim_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"media" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_proofs_once" UNIQUE("claim_id","sha256"),
	CONSTRAINT "claim_proofs_size" CHECK ("claim_proofs"."size" BETWEEN 1 AND 5242880)
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"click_id" text,
	"withdrawal_id" bigint,
	"brand_id" bigint,
	"order_number" text,
	"order_key" text,
	"amount_paise" bigint,
	"state" text DEFAULT 'received' NOT NULL,
	"waits_for_us" boolean DEFAULT true NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"appealed_at" timestamp with time zone,
	"decline_reason" text,
	"conversion_id" bigint,
	"awaits_report" boolean DEFAULT false NOT NULL,
	"adjustment_id" bigint,
	CONSTRAINT "claims_sale" UNIQUE("conversion_id"),
	CONSTRAINT "claims_adjustment" UNIQUE("adjustment_id"),
	CONSTRAINT "claims_order" UNIQUE("brand_id","order_key"),
	CONSTRAINT "claims_subject" CHECK (("claims"."click_id" IS NULL) <> ("claims"."withdrawal_id" IS NULL)),
	CONSTRAINT "claims_store" CHECK (("claims"."click_id" IS NULL) = ("claims"."brand_id" IS NULL)),
	CONSTRAINT "claims_end" CHECK (("claims"."state" IN ('received', 'sent')) = ("claims"."ended_at" IS NULL)),
	CONSTRAINT "claims_reason" CHECK ("claims"."state" = 'declined' OR "claims"."decline_reason" IS NULL),
	CONSTRAINT "claims_credit" CHECK (("claims"."state" = 'credited') = (num_nonnulls("claims"."conversion_id", "claims"."adjustment_id") = 1)),
	CONSTRAINT "claims_awaits" CHECK (NOT "claims"."awaits_report" OR "claims"."conversion_id" IS NOT NULL),
	CONSTRAINT "claims_amount" CHECK ("claims"."amount_paise" BETWEEN 1 AND 100000000000),
	CONSTRAINT "claims_order_length" CHECK (length("claims"."order_number") BETWEEN 1 AND 60)
);
--> statement-breakpoint
CREATE TABLE "waiting_times" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"night" date NOT NULL,
	"step" text NOT NULL,
	"store_id" bigint,
	"network" text,
	"sales" integer NOT NULL,
	"p50_hours" integer,
	"p90_hours" integer,
	"due" integer NOT NULL,
	"kept" integer NOT NULL,
	CONSTRAINT "waiting_times_night" UNIQUE NULLS NOT DISTINCT("night","step","store_id","network"),
	CONSTRAINT "waiting_times_subject" CHECK (("waiting_times"."store_id" IS NULL) <> ("waiting_times"."network" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "claim_messages" ADD CONSTRAINT "claim_messages_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_proofs" ADD CONSTRAINT "claim_proofs_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_proofs" ADD CONSTRAINT "claim_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_adjustment_id_adjustments_id_fk" FOREIGN KEY ("adjustment_id") REFERENCES "public"."adjustments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_times" ADD CONSTRAINT "waiting_times_store_id_brands_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_messages_claim" ON "claim_messages" USING btree ("claim_id","id");--> statement-breakpoint
CREATE INDEX "claim_proofs_user" ON "claim_proofs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_visit" ON "claims" USING btree ("click_id") WHERE "claims"."kind" <> 'question';--> statement-breakpoint
CREATE UNIQUE INDEX "claims_visit_question" ON "claims" USING btree ("click_id") WHERE "claims"."kind" = 'question';--> statement-breakpoint
CREATE UNIQUE INDEX "claims_withdrawal" ON "claims" USING btree ("withdrawal_id","kind");--> statement-breakpoint
CREATE INDEX "claims_user" ON "claims" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "claims_state" ON "claims" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "claims_due" ON "claims" USING btree ("answer_by","id") WHERE "claims"."state" IN ('received', 'sent');--> statement-breakpoint
CREATE INDEX "claims_waiting" ON "claims" USING btree ("id") WHERE "claims"."waits_for_us";--> statement-breakpoint
CREATE INDEX "claims_brand" ON "claims" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "claims_kind" ON "claims" USING btree ("kind","id");--> statement-breakpoint
CREATE FUNCTION facts_of(claims) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.kind, $1.click_id, $1.withdrawal_id, $1.brand_id, $1.order_key, $1.state,
      extract(epoch FROM $1.appealed_at), $1.conversion_id, $1.awaits_report, $1.adjustment_id)::text)]
$$;
