CREATE TABLE "visit_terms" (
	"hash" text PRIMARY KEY NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "clicks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "terms_hash" text;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_terms_hash_visit_terms_hash_fk" FOREIGN KEY ("terms_hash") REFERENCES "public"."visit_terms"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_seq" UNIQUE("seq");