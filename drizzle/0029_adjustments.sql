CREATE TABLE "adjustments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text NOT NULL,
	"conversion_id" bigint,
	"request_key" text,
	"asked_by" text NOT NULL,
	"needs_approval" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"refusal" text,
	CONSTRAINT "adjustments_key" UNIQUE("request_key"),
	CONSTRAINT "adjustments_amount" CHECK ("adjustments"."amount_paise" BETWEEN 1 AND 100000000000),
	CONSTRAINT "adjustments_reason" CHECK (length("adjustments"."reason") BETWEEN 1 AND 200),
	CONSTRAINT "adjustments_decided" CHECK (("adjustments"."state" = 'waiting') = ("adjustments"."decided_by" IS NULL) AND ("adjustments"."decided_by" IS NULL) = ("adjustments"."decided_at" IS NULL) AND ("adjustments"."state" = 'refused') = ("adjustments"."refusal" IS NOT NULL)),
	CONSTRAINT "adjustments_four_eyes" CHECK (CASE WHEN "adjustments"."needs_approval" THEN "adjustments"."decided_by" IS DISTINCT FROM "adjustments"."asked_by" ELSE "adjustments"."state" = 'applied' AND "adjustments"."decided_by" = "adjustments"."asked_by" END)
);
--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustments_user" ON "adjustments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "adjustments_waiting" ON "adjustments" USING btree ("id") WHERE "adjustments"."state" = 'waiting';
--> statement-breakpoint

-- What was asked for never changes; it is decided once. The constraints above say by whom.
CREATE FUNCTION guard_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state IN ('waiting', 'applied') THEN RETURN NEW; END IF;
  ELSIF OLD.state = 'waiting' AND NEW.state IN ('applied', 'refused')
     AND (NEW.id, NEW.user_id, NEW.kind, NEW.amount_paise, NEW.reason, NEW.conversion_id, NEW.request_key, NEW.asked_by,
          NEW.needs_approval, NEW.created_at)
         IS NOT DISTINCT FROM
         (OLD.id, OLD.user_id, OLD.kind, OLD.amount_paise, OLD.reason, OLD.conversion_id, OLD.request_key, OLD.asked_by,
          OLD.needs_approval, OLD.created_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an adjustment is decided once' USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE TRIGGER adjustments_guard BEFORE INSERT OR UPDATE ON adjustments FOR EACH ROW EXECUTE FUNCTION guard_adjustment();
--> statement-breakpoint
CREATE TRIGGER adjustments_kept BEFORE DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER adjustments_no_truncate BEFORE TRUNCATE ON adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER adjustments_not_guest BEFORE INSERT ON adjustments FOR EACH ROW EXECUTE FUNCTION refuse_guest();
