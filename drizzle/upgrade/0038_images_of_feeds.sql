CREATE TABLE "image_sources" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "image_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"host" text NOT NULL,
	"hash" text,
	"fetched_at" timestamp with time zone,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_sources_url_unique" UNIQUE("url"),
	CONSTRAINT "image_sources_https" CHECK ("image_sources"."url" LIKE 'https://%')
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_hash" CHECK ("images"."hash" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "images_size" CHECK (octet_length("images"."bytes") BETWEEN 1 AND 2097152)
);
--> statement-breakpoint
ALTER TABLE "image_sources" ADD CONSTRAINT "image_sources_hash_images_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_sources_due" ON "image_sources" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "image_sources_hash" ON "image_sources" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "image_sources_host" ON "image_sources" USING btree ("host");--> statement-breakpoint
-- What earlier imports named.
INSERT INTO image_sources (url, host)
SELECT url, lower(substring(url FROM '^https://([^/?#]+)'))
  FROM (SELECT img AS url FROM brands UNION SELECT logo_url FROM campaigns) AS named
 WHERE url ~ '^https://[^/?#@]+' AND length(url) <= 2000
ON CONFLICT DO NOTHING;
