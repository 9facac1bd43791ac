-- Processes of the release before this one may still run, and move money by its rules: they cannot name this column, so the
-- database refuses what they post. A postback that they store is applied by a process of this release.
ALTER TABLE "ledger_transfers" ADD COLUMN "rules_version" smallint NOT NULL DEFAULT 1;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ALTER COLUMN "rules_version" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_rules" CHECK ("ledger_transfers"."rules_version" BETWEEN 1 AND 2);
