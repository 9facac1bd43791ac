ALTER TABLE "deliveries" DROP COLUMN "leased_until";--> statement-breakpoint
ALTER TABLE "image_sources" RENAME COLUMN "due_at" TO "next_attempt_at";--> statement-breakpoint
ALTER TABLE "newsletter_issues" DROP COLUMN "last_batch_at";--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL;
