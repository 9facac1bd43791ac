CREATE TABLE "waiting_times" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"night" date NOT NULL,
	"step" text NOT NULL,
	"store_id" bigint,
	"network" text,
	"sales" integer NOT NULL,
	"p50_hours" integer,
	"p90_hours" integer,
	"due" integer NOT NULL,
	"kept" integer NOT NULL,
	CONSTRAINT "waiting_times_night" UNIQUE NULLS NOT DISTINCT("night","step","store_id","network"),
	CONSTRAINT "waiting_times_subject" CHECK (("waiting_times"."store_id" IS NULL) <> ("waiting_times"."network" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "waiting_times" ADD CONSTRAINT "waiting_times_store_id_brands_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;