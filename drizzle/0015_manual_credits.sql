CREATE TABLE "manual_credits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "manual_credits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversion_id" bigint NOT NULL,
	"report_id" bigint NOT NULL,
	"source" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"made_by" text NOT NULL,
	"agreed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manual_credits_amount" CHECK ("manual_credits"."amount_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "manual_credits" ADD CONSTRAINT "manual_credits_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manual_credits_conversion" ON "manual_credits" USING btree ("conversion_id");--> statement-breakpoint
CREATE INDEX "manual_credits_created" ON "manual_credits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "adjustments_decided" ON "adjustments" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "withdrawal_steps_approved" ON "withdrawal_steps" USING btree ("created_at") WHERE "withdrawal_steps"."status" = 'processing';--> statement-breakpoint
CREATE FUNCTION facts_of(manual_credits) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.conversion_id, $1.report_id, $1.source, $1.amount_paise, $1.made_by, $1.agreed, extract(epoch FROM $1.created_at))::text)]
$$;
