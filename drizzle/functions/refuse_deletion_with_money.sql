-- A process of a release that leaves the balances of a deleted account in its wallet is refused.
CREATE OR REPLACE FUNCTION refuse_deletion_with_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ledger_accounts a
              WHERE a.user_id = NEW.id AND a.code IN ('user_available', 'user_pending') AND a.credits_paise <> a.debits_paise) THEN
    RAISE EXCEPTION 'the balances of a deleted account are given up first' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_deleted_empty BEFORE UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION refuse_deletion_with_money();
