ALTER TABLE "brands" ADD COLUMN "promise_days" integer;--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "promise_days" integer;--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "promised_until" timestamp with time zone DEFAULT now() + interval '90 days';--> statement-breakpoint
-- The default is computed once, for the clicks that exist: it rewrites no row.
ALTER TABLE "clicks" ALTER COLUMN "promised_until" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "claims_unreported" ON "claims" USING btree ("id") WHERE "claims"."awaits_report";--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_promise_days" CHECK ("brands"."promise_days" BETWEEN 1 AND 3650);--> statement-breakpoint
-- Without days the digests of existing rows stay what they are.
CREATE OR REPLACE FUNCTION facts_of(brands) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.source, $1.external_id, $1.payout_hundredths, $1.payout_model, $1.commission_hundredths,
      $1.commission_model, $1.share_hundredths, $1.holding_days)::text || coalesce(' promise ' || $1.promise_days, ''))]
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION facts_of(clicks) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.campaign_id, $1.network, $1.payout_hundredths, $1.payout_model, $1.currency, $1.cap_paise,
      $1.referral_hundredths, $1.claimed_by, extract(epoch FROM $1.claimed_at), extract(epoch FROM $1.created_at))::text
      || CASE WHEN $1.terms_hash IS NULL THEN '' ELSE ROW($1.seq, $1.terms_hash)::text END
      || coalesce(' promise ' || $1.promise_days, ''))]
$$;
