-- What drizzle cannot say: triggers, a self reference, the history view, and the rows that the product cannot run without.

ALTER TABLE users ADD CONSTRAINT users_referred_by_fk FOREIGN KEY (referred_by) REFERENCES users (id);
--> statement-breakpoint
-- The guest of section 6: no password, no phone, no e-mail, no referral code; it can never sign in, earn or be referred.
INSERT INTO users (id, username) VALUES (9, 'Guest');
--> statement-breakpoint
ALTER TABLE users ADD CONSTRAINT users_guest_is_nobody CHECK (
  id <> 9 OR (phone_number IS NULL AND email IS NULL AND password_hash IS NULL AND referral_code IS NULL AND referred_by IS NULL));
--> statement-breakpoint
CREATE FUNCTION refuse_guest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id = 9 THEN RAISE EXCEPTION 'the guest owns nothing in %', TG_TABLE_NAME USING ERRCODE = '23514'; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_not_guest BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_guest();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_not_guest BEFORE INSERT OR UPDATE OF user_id ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_guest();
--> statement-breakpoint
CREATE TRIGGER withdrawals_not_guest BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_guest();
--> statement-breakpoint

-- The ledger only grows.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_no_truncate BEFORE TRUNCATE ON ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Withdrawals move along these edges only, and what was asked for never changes.
INSERT INTO withdrawal_edges (from_status, to_status) VALUES
  ('requested', 'processing'), ('requested', 'cancelled'),
  ('processing', 'paid'), ('processing', 'failed'), ('processing', 'unknown'),
  ('unknown', 'paid'), ('unknown', 'failed'),
  ('failed', 'refunded'),
  ('paid', 'returned');
--> statement-breakpoint
CREATE FUNCTION guard_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'requested' THEN RAISE EXCEPTION 'a withdrawal starts as requested' USING ERRCODE = '23514'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.user_id, NEW.amount_paise, NEW.method, NEW.request_key, NEW.destination, NEW.destination_hint, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.amount_paise, OLD.method, OLD.request_key, OLD.destination, OLD.destination_hint, OLD.created_at) THEN
    RAISE EXCEPTION 'the facts of a withdrawal are immutable' USING ERRCODE = '55000';
  END IF;
  IF NEW.status <> OLD.status AND NOT EXISTS (
    SELECT 1 FROM withdrawal_edges WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'a withdrawal cannot go from % to %', OLD.status, NEW.status USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawals_guard BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_withdrawal();
--> statement-breakpoint
CREATE TRIGGER withdrawals_kept BEFORE DELETE ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- A person's history: every movement of the wallet with the balance after it.
CREATE VIEW wallet_history AS
SELECT t.id, a.user_id, t.kind, t.ref_type, t.ref_id, t.created_at,
       CASE WHEN t.credit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END AS amount_paise,
       sum(CASE WHEN t.credit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END)
         OVER (PARTITION BY a.id ORDER BY t.id) AS balance_paise
  FROM ledger_accounts a
  JOIN ledger_transfers t ON t.debit_account = a.id OR t.credit_account = a.id
 WHERE a.code = 'user_available';
--> statement-breakpoint

-- The catalogue's version rises with every statement that changes what a page shows.
INSERT INTO catalogue_version (id, version) VALUES (1, 1);
--> statement-breakpoint
ALTER TABLE catalogue_version ADD CONSTRAINT catalogue_version_one_row CHECK (id = 1);
--> statement-breakpoint
CREATE FUNCTION raise_catalogue_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_version SET version = version + 1, updated_at = now() WHERE id = 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER campaigns_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE TRIGGER brands_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON brands FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE TRIGGER categories_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE TRIGGER flash_sales_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON flash_sales FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE TRIGGER testimonials_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON testimonials FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint
CREATE TRIGGER seo_texts_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON seo_texts FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
--> statement-breakpoint

-- decisions.md 38. The menu's nine (Electronics once), the further ones of the filter in the spec's order, the banners' two.
INSERT INTO categories (id, name, match_key, aliases, position, in_menu, filter_position) VALUES
  (1, 'Electronics', 'electronics', '{}', 1, true, 3),
  (2, 'Fashion', 'fashion', '{}', 2, true, 1),
  (3, 'Health-&-Beauty', 'healthbeauty', '{}', 3, true, NULL),
  (4, 'Travel', 'travel', '{}', 4, true, 6),
  (5, 'Sports', 'sports', '{}', 5, true, 5),
  (6, 'Airlines', 'airlines', '{}', 6, true, 10),
  (7, 'Services', 'services', '{}', 7, true, 7),
  (8, 'Lifestyle', 'lifestyle', '{}', 8, true, 8),
  (9, 'Law', 'law', '{}', 9, true, NULL),
  (10, 'E-commerce', 'ecommerce', '{}', 10, false, 2),
  (11, 'Health-medicine', 'healthmedicine', '{health}', 11, false, 4),
  (12, 'Clothing', 'clothing', '{}', 12, false, 9),
  (13, 'Vehicles', 'vehicles', '{}', 13, false, 11),
  (14, 'Home-Improvement', 'homeimprovement', '{}', 14, false, 12),
  (15, 'Network Security', 'networksecurity', '{}', 15, false, 13),
  (16, 'Food-&-Dining', 'fooddining', '{}', 16, false, NULL),
  (17, 'Mobile-&-Tablets', 'mobiletablets', '{}', 17, false, NULL);
