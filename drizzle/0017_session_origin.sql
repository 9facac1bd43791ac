-- Of the sessions that are open nobody knows: they confirm the password before payout details change.
ALTER TABLE "sessions" ADD COLUMN "opened_by" text DEFAULT 'code' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "opened_by" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;