CREATE TABLE "departures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "departures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"phone_hash" text,
	"debt_paise" bigint NOT NULL,
	"hold_until" timestamp with time zone,
	"hold_reason" text,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL,
	"returned_as" bigint,
	"returned_at" timestamp with time zone,
	"inherited" boolean DEFAULT false NOT NULL,
	"moved_paise" bigint DEFAULT 0 NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_reason" text,
	CONSTRAINT "departures_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "departures_not_negative" CHECK ("departures"."debt_paise" >= 0 AND "departures"."moved_paise" >= 0),
	CONSTRAINT "departures_returned" CHECK (("departures"."returned_as" IS NULL) = ("departures"."returned_at" IS NULL)),
	CONSTRAINT "departures_moved" CHECK ("departures"."moved_paise" = 0 OR ("departures"."inherited" AND "departures"."lifted_at" IS NULL)),
	CONSTRAINT "departures_lifted" CHECK (("departures"."lifted_at" IS NULL) = ("departures"."lifted_reason" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_returned_as_users_id_fk" FOREIGN KEY ("returned_as") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "departures_phone" ON "departures" USING btree ("phone_hash");--> statement-breakpoint
CREATE INDEX "departures_returned" ON "departures" USING btree ("returned_as");