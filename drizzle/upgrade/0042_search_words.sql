CREATE TABLE "missed_searches" (
	"on_day" date NOT NULL,
	"words" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "missed_searches_on_day_words_pk" PRIMARY KEY("on_day","words"),
	CONSTRAINT "missed_searches_words" CHECK (length("missed_searches"."words") <= 60)
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"sound" text NOT NULL,
	"times" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "campaigns_code_text" ON "campaigns" USING btree (lower("code")) WHERE "campaigns"."listed" AND "campaigns"."code" IS NOT NULL;
--> statement-breakpoint
DO $$
DECLARE trigrams text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  EXECUTE format('CREATE INDEX brands_name_trigrams ON brands USING gin (name %I.gin_trgm_ops) WHERE live_count > 0', trigrams);
  EXECUTE format('CREATE INDEX search_words_sound ON search_words USING gin (sound %I.gin_trgm_ops)', trigrams);
END $$;
