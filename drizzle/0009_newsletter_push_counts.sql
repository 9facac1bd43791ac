ALTER TABLE "newsletter_issues" ADD COLUMN "push_recipients" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "pushed" integer DEFAULT 0 NOT NULL;