ALTER TABLE "payout_batches" ADD COLUMN "format" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "rows_sha256" text;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_format" CHECK ("payout_batches"."format" = 1 AND "payout_batches"."rows_sha256" IS NULL OR "payout_batches"."format" > 1 AND coalesce("payout_batches"."rows_sha256" ~ '^[0-9a-f]{64}$', false));--> statement-breakpoint
-- Without a format of its own the digests of existing rows stay what they are.
CREATE OR REPLACE FUNCTION facts_of(payout_batches) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.made_by, extract(epoch FROM $1.created_at), $1.count, $1.sum_paise, $1.sha256, $1.file_name,
      extract(epoch FROM $1.written_at))::text
      || CASE WHEN $1.format = 1 THEN '' ELSE ROW($1.format, $1.rows_sha256)::text END)]
$$;
