CREATE TABLE "title_grams" (
	"gram" text PRIMARY KEY NOT NULL,
	"begins" bigint[] NOT NULL,
	"ids" bigint[] NOT NULL
);
--> statement-breakpoint
-- In a schema of its own, so that the audit of functions sees only the application's. Where the extension exists already, it
-- stays where it is.
CREATE SCHEMA IF NOT EXISTS extensions;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA extensions;
--> statement-breakpoint
DO $$
BEGIN
  EXECUTE format('CREATE INDEX campaigns_title_trigrams ON campaigns USING gin (title %I.gin_trgm_ops) WHERE listed',
    (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'));
END $$;
