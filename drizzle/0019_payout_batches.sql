CREATE TABLE "payout_batch_items" (
	"batch_id" bigint NOT NULL,
	"withdrawal_id" bigint NOT NULL,
	"left_at" timestamp with time zone,
	"left_because" text,
	CONSTRAINT "payout_batch_items_batch_id_withdrawal_id_pk" PRIMARY KEY("batch_id","withdrawal_id"),
	CONSTRAINT "payout_batch_items_left" CHECK (("payout_batch_items"."left_at" IS NULL) = ("payout_batch_items"."left_because" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"count" integer NOT NULL,
	"sum_paise" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text,
	"written_at" timestamp with time zone,
	CONSTRAINT "payout_batches_not_empty" CHECK ("payout_batches"."count" > 0 AND "payout_batches"."sum_paise" > 0),
	CONSTRAINT "payout_batches_sha256" CHECK ("payout_batches"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "payout_batch_items" ADD CONSTRAINT "payout_batch_items_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batch_items" ADD CONSTRAINT "payout_batch_items_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_batch_items_one" ON "payout_batch_items" USING btree ("withdrawal_id") WHERE "payout_batch_items"."left_at" IS NULL;
--> statement-breakpoint

-- A batch is what it was: only that its file was written is added, once.
CREATE FUNCTION guard_payout_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.made_by, NEW.created_at, NEW.count, NEW.sum_paise, NEW.sha256, NEW.file_name)
     IS DISTINCT FROM
     (OLD.id, OLD.made_by, OLD.created_at, OLD.count, OLD.sum_paise, OLD.sha256, OLD.file_name)
     OR OLD.written_at IS NOT NULL THEN
    RAISE EXCEPTION 'a batch is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_batches_guard BEFORE UPDATE ON payout_batches FOR EACH ROW EXECUTE FUNCTION guard_payout_batch();
--> statement-breakpoint
CREATE TRIGGER payout_batches_kept BEFORE DELETE ON payout_batches FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_batches_no_truncate BEFORE TRUNCATE ON payout_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Into a batch goes what is approved and with no provider; out of it what the bank has not answered.
CREATE FUNCTION guard_payout_batch_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE now_is text;
BEGIN
  SELECT status INTO now_is FROM withdrawals WHERE id = NEW.withdrawal_id FOR UPDATE;
  IF now_is IS DISTINCT FROM 'processing' THEN
    RAISE EXCEPTION 'a withdrawal that is % enters or leaves no batch', now_is USING ERRCODE = '23514';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.left_at IS NOT NULL OR EXISTS (SELECT 1 FROM payout_orders WHERE withdrawal_id = NEW.withdrawal_id) THEN
      RAISE EXCEPTION 'withdrawal % is with a provider', NEW.withdrawal_id USING ERRCODE = '23514';
    END IF;
  ELSIF OLD.left_at IS NOT NULL OR (NEW.batch_id, NEW.withdrawal_id) <> (OLD.batch_id, OLD.withdrawal_id) THEN
    RAISE EXCEPTION 'what was in a batch is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_batch_items_guard BEFORE INSERT OR UPDATE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION guard_payout_batch_item();
--> statement-breakpoint
CREATE TRIGGER payout_batch_items_kept BEFORE DELETE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_batch_items_no_truncate BEFORE TRUNCATE ON payout_batch_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- What a bank's file has no provider is told to pay.
CREATE FUNCTION refuse_batched_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM withdrawals WHERE id = NEW.withdrawal_id FOR UPDATE;
  IF EXISTS (SELECT 1 FROM payout_batch_items WHERE withdrawal_id = NEW.withdrawal_id AND left_at IS NULL) THEN
    RAISE EXCEPTION 'withdrawal % is in a batch for the bank', NEW.withdrawal_id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_orders_not_batched BEFORE INSERT ON payout_orders FOR EACH ROW EXECUTE FUNCTION refuse_batched_order();
