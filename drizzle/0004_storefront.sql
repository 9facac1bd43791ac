CREATE TABLE "store_requests" (
	"name" text PRIMARY KEY NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_on" date NOT NULL,
	"last_on" date NOT NULL,
	CONSTRAINT "store_requests_name" CHECK (length("store_requests"."name") BETWEEN 2 AND 40)
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "popularity" bigint DEFAULT 4611686018427387904 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "popularity" bigint DEFAULT 4611686018427387904 NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "search_words_same_sound" ON "search_words" USING btree ("sound");