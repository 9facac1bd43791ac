CREATE TABLE "bank_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"entry_key" text NOT NULL,
	"on_day" date NOT NULL,
	"amount_paise" bigint NOT NULL,
	"withdrawal_id" bigint,
	"settlement_id" bigint,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_entries_entry_key_unique" UNIQUE("entry_key"),
	CONSTRAINT "bank_entries_kind" CHECK (CASE "bank_entries"."kind" WHEN 'withdrawal' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" < 0 WHEN 'return' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" > 0 WHEN 'network' THEN "bank_entries"."settlement_id" IS NOT NULL AND "bank_entries"."amount_paise" > 0 WHEN 'fee' THEN "bank_entries"."amount_paise" <> 0 ELSE false END)
);
--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_settlement_id_network_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_entries_withdrawal" ON "bank_entries" USING btree ("withdrawal_id");--> statement-breakpoint
CREATE INDEX "bank_entries_settlement" ON "bank_entries" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "bank_entries_day" ON "bank_entries" USING btree ("on_day","id");--> statement-breakpoint

-- What a statement confirmed stays as it was taken.
CREATE TRIGGER bank_entries_append_only BEFORE UPDATE OR DELETE ON bank_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bank_entries_no_truncate BEFORE TRUNCATE ON bank_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
