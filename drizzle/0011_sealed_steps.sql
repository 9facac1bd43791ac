CREATE TABLE "accepted_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accepted_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"row_id" text NOT NULL,
	"step_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"accepted_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "row_steps" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "accepted_steps" ADD CONSTRAINT "accepted_steps_step_id_row_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."row_steps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accepted_steps_row" ON "accepted_steps" USING btree ("table_name","row_id");
--> statement-breakpoint
LOCK TABLE users, clicks, postback_inbox IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION facts_of(users) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      left(md5($1.phone_number), 4), $1.password_hash, $1.referral_code, $1.referred_by,
      extract(epoch FROM $1.first_destination_at), extract(epoch FROM $1.created_at),
      extract(epoch FROM $1.deleted_at))::text
    || CASE WHEN ($1.email, $1.email_confirmed_at, $1.email_set_at) IS DISTINCT FROM (NULL, NULL, NULL)
            THEN ROW(left(md5($1.email), 4), extract(epoch FROM $1.email_confirmed_at), extract(epoch FROM $1.email_set_at))::text
            ELSE '' END)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest)
SELECT 'users', f[1], f[2]::uuid FROM users t, facts_of(t) f WHERE (t.email, t.email_confirmed_at, t.email_set_at) IS DISTINCT FROM (NULL, NULL, NULL);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION facts_of(clicks) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.campaign_id, $1.network, $1.payout_hundredths, $1.payout_model, $1.currency, $1.cap_paise,
      $1.referral_hundredths, $1.claimed_by, extract(epoch FROM $1.claimed_at), extract(epoch FROM $1.created_at))::text
    || CASE WHEN $1.terms_hash IS NULL THEN '' ELSE ROW($1.seq, $1.terms_hash)::text END)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest)
SELECT 'clicks', f[1], f[2]::uuid FROM clicks t, facts_of(t) f WHERE t.terms_hash IS NOT NULL;
--> statement-breakpoint
-- Of reports that wait; the others have their digest.
INSERT INTO row_steps (table_name, row_id, digest)
SELECT 'postback_inbox', f[1], f[2]::uuid FROM postback_inbox t, facts_of(t) f WHERE t.processed_at IS NULL;
--> statement-breakpoint
CREATE FUNCTION facts_of(accepted_steps) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.table_name, $1.row_id, $1.step_id, $1.reason, $1.accepted_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(desk_access) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.operator_id::text, md5(ROW(
      $1.password_hash, extract(epoch FROM $1.enrolled_at), $1.invite_hash, extract(epoch FROM $1.invite_ends_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'desk_access', f[1], f[2]::uuid FROM desk_access t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(desk_recovery_codes) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.operator_id, $1.code_hash, extract(epoch FROM $1.created_at), extract(epoch FROM $1.used_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'desk_recovery_codes', f[1], f[2]::uuid FROM desk_recovery_codes t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(desk_sessions) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.token_hash, $1.operator_id, $1.stage, extract(epoch FROM $1.code_at), extract(epoch FROM $1.created_at),
      extract(epoch FROM $1.expires_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'desk_sessions', f[1], f[2]::uuid FROM desk_sessions t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(hold_steps) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, extract(epoch FROM $1.hold_until), $1.reason, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'hold_steps', f[1], f[2]::uuid FROM hold_steps t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(number_changes) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, left(md5($1.old_phone), 4), left(md5($1.new_phone), 4), left(md5($1.email), 4), $1.state, $1.stopped_by,
      extract(epoch FROM $1.created_at), extract(epoch FROM $1.due_at), extract(epoch FROM $1.ended_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'number_changes', f[1], f[2]::uuid FROM number_changes t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(otp_challenges) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.purpose, left(md5($1.phone_number), 4), $1.code_hash, $1.provider, $1.provider_reference, $1.lane,
      extract(epoch FROM $1.sent_at), extract(epoch FROM $1.expires_at), extract(epoch FROM $1.verified_at),
      extract(epoch FROM $1.consumed_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'otp_challenges', f[1], f[2]::uuid FROM otp_challenges t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_events) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.provider, $1.event_id, $1.kind, extract(epoch FROM $1.received_at), $1.outcome, $1.reason, $1.withdrawal_id,
      extract(epoch FROM $1.processed_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'payout_events', f[1], f[2]::uuid FROM payout_events t, facts_of(t) f;
--> statement-breakpoint
CREATE FUNCTION facts_of(sessions) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.token_hash, md5(ROW(
      $1.kind, $1.user_id, $1.remember, $1.opened_by, extract(epoch FROM $1.confirmed_at), extract(epoch FROM $1.created_at),
      extract(epoch FROM $1.expires_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'sessions', f[1], f[2]::uuid FROM sessions t, facts_of(t) f;
--> statement-breakpoint
-- The checkpoints hash the seals under this name.
CREATE VIEW row_seals AS SELECT id, seal FROM row_steps;
--> statement-breakpoint
-- Seals a step with the key of its transaction, which the application gives it (app/db/step-seals.server.ts), and with the newest
-- line of the operator log that is there.
CREATE FUNCTION seal_row_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  token text := coalesce(current_setting('dealdwaar.step_key', true), '');
  key bytea;
  newest bigint;
BEGIN
  NEW.seal := NULL;
  IF token <> '' THEN
    key := decode(split_part(token, '.', 2), 'hex');
    SELECT max(id) INTO newest FROM operator_log;
    NEW.seal := concat_ws('.', split_part(token, '.', 1), coalesce(newest, 0), encode(sha256(key || sha256(key || convert_to(
      concat(NEW.id, '|', NEW.table_name, '|', NEW.row_id, '|', NEW.digest, '|',
             (extract(epoch FROM NEW.made_at) * 1000000)::bigint, '|', coalesce(newest, 0)), 'UTF8'))), 'hex'));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER row_steps_seal BEFORE INSERT ON row_steps FOR EACH ROW EXECUTE FUNCTION seal_row_step();
--> statement-breakpoint
-- In a new database every step after this one is sealed; in an older one, every step after its first checkpoint with seals.
INSERT INTO row_steps (table_name, row_id)
SELECT 'row_steps', 'seals' WHERE (SELECT min(made_at) FROM row_steps) = now();
