CREATE TABLE "job_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" bigint NOT NULL,
	"n" integer NOT NULL,
	"name" text NOT NULL,
	"content" text,
	"batch_id" bigint,
	"fetched_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queued_jobs" ADD COLUMN "operation" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "queued_jobs" ADD COLUMN "next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "job_files" ADD CONSTRAINT "job_files_job_id_queued_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."queued_jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_files" ADD CONSTRAINT "job_files_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "job_files_of" ON "job_files" USING btree ("job_id","n");--> statement-breakpoint
CREATE INDEX "job_files_batch" ON "job_files" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "job_files_kept" ON "job_files" USING btree ("created_at") WHERE "job_files"."content" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_drafts" DROP COLUMN "output";--> statement-breakpoint
ALTER TABLE "queued_jobs" DROP COLUMN "leased_until";