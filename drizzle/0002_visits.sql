CREATE TABLE "visit_terms" (
	"hash" text PRIMARY KEY NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_times" (
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"step" text NOT NULL,
	"sample" integer NOT NULL,
	"p50_hours" integer NOT NULL,
	"p90_hours" integer NOT NULL,
	"kept" integer,
	"computed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_times_scope_subject_step_pk" PRIMARY KEY("scope","subject","step"),
	CONSTRAINT "waiting_times_order" CHECK (0 <= "waiting_times"."p50_hours" AND "waiting_times"."p50_hours" <= "waiting_times"."p90_hours")
);
--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "clicks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "terms_hash" text;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_terms_hash_visit_terms_hash_fk" FOREIGN KEY ("terms_hash") REFERENCES "public"."visit_terms"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_seq" UNIQUE("seq");