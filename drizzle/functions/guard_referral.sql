-- Who brought a member is said at the sign-up; after that it can only be forgotten.
CREATE OR REPLACE FUNCTION guard_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who referred a member is immutable' USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_referral_guard BEFORE UPDATE ON users FOR EACH ROW
  WHEN (NEW.referred_by IS NOT NULL AND NEW.referred_by IS DISTINCT FROM OLD.referred_by) EXECUTE FUNCTION guard_referral();
