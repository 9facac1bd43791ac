-- Identifying columns can only be erased, with the account. The number may also change if this transaction completes its number_changes row.
CREATE OR REPLACE FUNCTION guard_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.created_at)
     OR (OLD.first_destination_at IS NOT NULL AND NEW.first_destination_at IS DISTINCT FROM OLD.first_destination_at)
     OR (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
     OR ((NEW.phone_number, NEW.referral_code) IS DISTINCT FROM (OLD.phone_number, OLD.referral_code)
         AND (NEW.deleted_at IS NULL OR coalesce(NEW.phone_number, NEW.referral_code) IS NOT NULL)
         AND (NEW.referral_code IS DISTINCT FROM OLD.referral_code OR NOT EXISTS (
           SELECT 1 FROM number_changes c
            WHERE c.user_id = OLD.id AND c.old_phone = OLD.phone_number AND c.new_phone = NEW.phone_number
              AND c.state = 'done' AND c.ended_at = now()))) THEN
    RAISE EXCEPTION 'what identifies a member is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_guard BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION guard_member();
