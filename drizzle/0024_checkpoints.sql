CREATE TABLE "checkpoints" (
	"id" bigint PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"previous" text NOT NULL,
	"ranges" jsonb NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint

-- A checkpoint is what it was.
CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE ON checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER checkpoints_no_truncate BEFORE TRUNCATE ON checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
