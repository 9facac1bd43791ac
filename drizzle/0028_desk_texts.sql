CREATE TABLE "desk_filters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_filters_name" UNIQUE("operator_id","list","name"),
	CONSTRAINT "desk_filters_lengths" CHECK (length("desk_filters"."name") BETWEEN 1 AND 40 AND length("desk_filters"."query") BETWEEN 1 AND 500)
);
--> statement-breakpoint
CREATE TABLE "reply_snippets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reply_snippets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_snippets_lengths" CHECK (length("reply_snippets"."name") BETWEEN 1 AND 60 AND length("reply_snippets"."body") BETWEEN 1 AND 800)
);
--> statement-breakpoint
ALTER TABLE "desk_filters" ADD CONSTRAINT "desk_filters_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_snippets_name" ON "reply_snippets" USING btree (lower("name"));