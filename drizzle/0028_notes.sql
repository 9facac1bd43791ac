CREATE TABLE "notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"conversion_id" bigint,
	"body" text NOT NULL,
	"os_user" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp with time zone,
	CONSTRAINT "notes_subject" CHECK (("notes"."user_id" IS NULL) <> ("notes"."conversion_id" IS NULL)),
	CONSTRAINT "notes_body" CHECK (length("notes"."body") <= 2000 AND ("notes"."body" = '') = ("notes"."erased_at" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notes_conversion" ON "notes" USING btree ("conversion_id","id");
--> statement-breakpoint

-- A note stays as it was written; only the deletion of the account that it is about erases its text.
CREATE FUNCTION guard_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.conversion_id, NEW.os_user, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.conversion_id, OLD.os_user, OLD.created_at)
     OR OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL
     OR NOT EXISTS (
       SELECT 1 FROM users u
        WHERE u.deleted_at IS NOT NULL
          AND u.id = coalesce(OLD.user_id, (SELECT c.user_id FROM conversions c WHERE c.id = OLD.conversion_id))) THEN
    RAISE EXCEPTION 'notes are append-only' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER notes_guard BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION guard_note();
--> statement-breakpoint
CREATE TRIGGER notes_kept BEFORE DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER notes_no_truncate BEFORE TRUNCATE ON notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER notes_not_deleted BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
