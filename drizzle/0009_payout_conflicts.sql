CREATE TABLE "payout_conflicts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_conflicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"reason" text NOT NULL,
	"word" text NOT NULL,
	"number" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"utr" text,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	CONSTRAINT "payout_conflicts_once" UNIQUE("withdrawal_id","reason","word","amount_paise")
);
--> statement-breakpoint
ALTER TABLE "payout_orders" ADD COLUMN "recheck_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_conflicts" ADD CONSTRAINT "payout_conflicts_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_conflicts_open" ON "payout_conflicts" USING btree ("id") WHERE "payout_conflicts"."resolved_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payout_orders_recheck" ON "payout_orders" USING btree ("recheck_at") WHERE "payout_orders"."recheck_at" IS NOT NULL;