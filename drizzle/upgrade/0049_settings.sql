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
--> statement-breakpoint
-- References are compared by letters and digits, case and leading zeros aside (app/wallet/reference-key.ts). While the keys are
-- computed again nobody else writes them.
LOCK TABLE withdrawals, network_settlements IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE OR REPLACE FUNCTION utr_key_of(utr text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(regexp_replace(upper(regexp_replace(utr, '[^A-Za-z0-9]', '', 'g') COLLATE "C"), '^0+(?=.)', ''), '')
$$;
--> statement-breakpoint
-- For this transaction alone the key may change without the UTR.
CREATE OR REPLACE FUNCTION set_utr_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
--> statement-breakpoint
-- The first of those that have the same key now keeps it; the audit names the others. Without a key between the two, because one may
-- take another's.
UPDATE withdrawals w SET utr_key = NULL
  FROM (SELECT id, utr_key_of(utr) AS key, row_number() OVER (PARTITION BY utr_key_of(utr) ORDER BY id) AS n
          FROM withdrawals WHERE utr IS NOT NULL) k
 WHERE k.id = w.id AND w.utr_key IS DISTINCT FROM CASE k.n WHEN 1 THEN k.key END;
--> statement-breakpoint
UPDATE withdrawals w SET utr_key = k.key
  FROM (SELECT id, utr_key_of(utr) AS key, row_number() OVER (PARTITION BY utr_key_of(utr) ORDER BY id) AS n
          FROM withdrawals WHERE utr IS NOT NULL) k
 WHERE k.id = w.id AND k.n = 1 AND w.utr_key IS DISTINCT FROM k.key;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_utr_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.utr IS DISTINCT FROM OLD.utr THEN
    NEW.utr_key := utr_key_of(NEW.utr);
    IF NEW.utr IS NOT NULL AND NEW.utr_key IS NULL THEN
      RAISE EXCEPTION 'a UTR has letters or digits' USING ERRCODE = '23514';
    END IF;
  ELSE NEW.utr_key := OLD.utr_key;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TABLE "settlement_references" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_references_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"settlement_id" bigint NOT NULL,
	"key" text NOT NULL,
	"corrections" integer NOT NULL,
	CONSTRAINT "settlement_references_once" UNIQUE("settlement_id"),
	CONSTRAINT "settlement_references_key" UNIQUE("key","corrections")
);
--> statement-breakpoint
ALTER TABLE "settlement_references" ADD CONSTRAINT "settlement_references_settlement_id_network_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Several payments whose references count as one now are numbered; the audit names those that are in force together.
INSERT INTO settlement_references (settlement_id, key, corrections)
  SELECT id, key, row_number() OVER (PARTITION BY key ORDER BY id) - 1
    FROM (SELECT id, coalesce(utr_key_of(reference), reference_key) AS key FROM network_settlements WHERE kind = 'payment') k
   ORDER BY id;
--> statement-breakpoint
-- A process of the version before, which compares by the other key, cannot post a reference twice.
CREATE FUNCTION note_settlement_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settlement_references (settlement_id, key, corrections)
    VALUES (NEW.id, coalesce(utr_key_of(NEW.reference), NEW.reference_key), NEW.corrections);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER network_settlements_reference AFTER INSERT ON network_settlements
  FOR EACH ROW WHEN (NEW.kind = 'payment') EXECUTE FUNCTION note_settlement_reference();--> statement-breakpoint
CREATE TRIGGER settlement_references_append_only BEFORE UPDATE OR DELETE ON settlement_references
  FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER settlement_references_no_truncate BEFORE TRUNCATE ON settlement_references
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
