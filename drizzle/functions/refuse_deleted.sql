-- Nothing is added to a deleted account. The row lock waits for a deletion that is under way, and then sees it.
CREATE OR REPLACE FUNCTION refuse_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE gone timestamptz;
BEGIN
  SELECT deleted_at INTO gone FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF gone IS NULL THEN RETURN NEW; END IF;
  -- Their purchases go on being settled; nobody is there to be told.
  IF TG_TABLE_NAME IN ('notifications', 'deliveries', 'message_choices') THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'nothing is added to % for a deleted account', TG_TABLE_NAME USING ERRCODE = '23514';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bank_details_not_deleted BEFORE INSERT ON bank_details FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER claim_proofs_not_deleted BEFORE INSERT ON claim_proofs FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER claims_not_deleted BEFORE INSERT ON claims FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER deliveries_not_deleted BEFORE INSERT ON deliveries FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER feedback_not_deleted BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER message_choices_not_deleted BEFORE INSERT ON message_choices FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notes_not_deleted BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notifications_not_deleted BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER profile_images_not_deleted BEFORE INSERT ON profile_images FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER push_subscriptions_not_deleted BEFORE INSERT ON push_subscriptions FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sessions_not_deleted BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER upi_details_not_deleted BEFORE INSERT ON upi_details FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER withdrawals_not_deleted BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_deleted();
