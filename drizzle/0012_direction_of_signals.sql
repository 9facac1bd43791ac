CREATE TABLE "destination_saves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "destination_saves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"blind_index" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claims" DROP CONSTRAINT "claims_order";--> statement-breakpoint
ALTER TABLE "departures" ADD COLUMN "destination_hashes" text[];--> statement-breakpoint
ALTER TABLE "signal_members" ADD COLUMN "about" boolean;--> statement-breakpoint
ALTER TABLE "destination_saves" ADD CONSTRAINT "destination_saves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "destination_saves_user" ON "destination_saves" USING btree ("user_id","saved_at");--> statement-breakpoint
CREATE INDEX "destination_saves_blind" ON "destination_saves" USING btree ("blind_index");--> statement-breakpoint
CREATE INDEX "departures_destinations" ON "departures" USING gin ("destination_hashes");--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order" UNIQUE("brand_id","order_key","user_id");
--> statement-breakpoint
INSERT INTO destination_saves (user_id, blind_index, saved_at)
SELECT user_id, blind_index, updated_at FROM (
  SELECT user_id, blind_index, updated_at FROM bank_details UNION ALL SELECT user_id, blind_index, updated_at FROM upi_details) d
 ORDER BY updated_at, user_id;
--> statement-breakpoint
-- The new columns are part of the digest only where they are not empty, so that digests of earlier rows stay right.
CREATE OR REPLACE FUNCTION facts_of(signal_members) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[concat($1.signal_id, ':', $1.user_id)::text, md5(ROW(
      extract(epoch FROM $1.added_at))::text || coalesce($1.about::text, ''))]
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION facts_of(departures) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.phone_hash, $1.debt_paise, $1.forfeited_paise, extract(epoch FROM $1.hold_until),
      $1.hold_reason, extract(epoch FROM $1.left_at), $1.returned_as, extract(epoch FROM $1.returned_at),
      $1.inherited, $1.moved_paise, extract(epoch FROM $1.lifted_at), $1.lifted_reason)::text
    || coalesce($1.destination_hashes::text, ''))]
$$;
