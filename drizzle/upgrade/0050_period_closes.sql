CREATE TABLE "period_closes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "period_closes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"step" text NOT NULL,
	"ends" jsonb,
	"sha256" text,
	"reason" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "period_closes_month" CHECK ("period_closes"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "period_closes_step" CHECK (CASE "period_closes"."step" WHEN 'closed' THEN "period_closes"."ends" IS NOT NULL AND coalesce("period_closes"."sha256", '') ~ '^[0-9a-f]{64}$' AND "period_closes"."reason" IS NULL WHEN 'reopen-asked' THEN "period_closes"."ends" IS NULL AND "period_closes"."sha256" IS NULL AND coalesce("period_closes"."reason", '') <> '' WHEN 'reopened' THEN "period_closes"."ends" IS NULL AND "period_closes"."sha256" IS NULL AND coalesce("period_closes"."reason", '') <> '' ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "month_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "month_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "month_corrections_ref" UNIQUE("ref_type","ref_id"),
	CONSTRAINT "month_corrections_month" CHECK ("month_corrections"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "month_corrections_ref_type" CHECK ("month_corrections"."ref_type" IN ('adjustment', 'settlement', 'bank_entry'))
);
--> statement-breakpoint
CREATE INDEX "period_closes_of_month" ON "period_closes" USING btree ("month","id");--> statement-breakpoint
ALTER TABLE "network_settlements" ADD COLUMN "invoiced_on" date;--> statement-breakpoint
ALTER TABLE "network_settlements" ADD CONSTRAINT "network_settlements_invoiced_on" CHECK ("network_settlements"."invoiced_on" IS NULL OR "network_settlements"."invoice" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "bank_entries" DROP CONSTRAINT "bank_entries_kind";--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_kind" CHECK (CASE "bank_entries"."kind" WHEN 'withdrawal' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" < 0 WHEN 'other' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" < 0 WHEN 'return' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" > 0 WHEN 'network' THEN "bank_entries"."settlement_id" IS NOT NULL AND "bank_entries"."amount_paise" > 0 WHEN 'fee' THEN "bank_entries"."amount_paise" <> 0 ELSE false END);--> statement-breakpoint

CREATE TRIGGER period_closes_append_only BEFORE UPDATE OR DELETE ON period_closes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER period_closes_no_truncate BEFORE TRUNCATE ON period_closes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER month_corrections_append_only BEFORE UPDATE OR DELETE ON month_corrections FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER month_corrections_no_truncate BEFORE TRUNCATE ON month_corrections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
