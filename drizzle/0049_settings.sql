CREATE TABLE "settings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"value" text NOT NULL,
	"in_force_from" timestamp with time zone,
	"made_by" text NOT NULL,
	"approved_by" text,
	"approves" bigint,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_approved_once" UNIQUE("approves"),
	CONSTRAINT "settings_approval" CHECK (("settings"."approves" IS NULL) = ("settings"."approved_by" IS NULL) AND "settings"."approved_by" IS DISTINCT FROM "settings"."made_by" AND ("settings"."approves" IS NULL OR "settings"."in_force_from" IS NOT NULL)),
	CONSTRAINT "settings_from" CHECK ("settings"."in_force_from" >= "settings"."created_at")
);
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_approves_settings_id_fk" FOREIGN KEY ("approves") REFERENCES "public"."settings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settings_name" ON "settings" USING btree ("name","id");--> statement-breakpoint
CREATE TRIGGER settings_append_only BEFORE UPDATE OR DELETE ON settings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER settings_no_truncate BEFORE TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Why an open signal of fraud did not matter is said with the approval, as for a debt.
ALTER TABLE "withdrawals" ADD COLUMN "signal_override" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_withdrawal_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.destination_index IS DISTINCT FROM OLD.destination_index AND NEW.destination = OLD.destination)
     OR ((NEW.debt_override, NEW.signal_override) IS DISTINCT FROM (OLD.debt_override, OLD.signal_override)
         AND NOT (OLD.status = 'requested' AND NEW.status = 'processing')) THEN
    RAISE EXCEPTION 'the facts of a withdrawal are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
