-- Each change of a row that decides about money leaves a digest of it. A row that differs from its last digest was changed with
-- the triggers disabled; a digest without a cause was written past the application (app/wallet/audit/row-steps.ts).
CREATE TABLE "row_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"row_id" text NOT NULL,
	"digest" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "row_steps_row" ON "row_steps" USING btree ("table_name","row_id","id");
--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "seal" text;
--> statement-breakpoint
ALTER TABLE "operator_log" ADD CONSTRAINT "operator_log_seal" UNIQUE("seal");
--> statement-breakpoint
-- Lines of before have none. A process of the release before this one cannot make one, and is refused.
ALTER TABLE "operator_log" ADD CONSTRAINT "operator_log_sealed" CHECK ("operator_log"."seal" IS NOT NULL) NOT VALID;
--> statement-breakpoint
CREATE TRIGGER row_steps_append_only BEFORE UPDATE OR DELETE ON row_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER row_steps_no_truncate BEFORE TRUNCATE ON row_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The key of a row and what its digest is of. Of a mobile number it has too little to find the number by.
CREATE FUNCTION facts_of(clicks) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.campaign_id, $1.network, $1.payout_hundredths, $1.payout_model, $1.currency, $1.cap_paise,
      $1.referral_hundredths, $1.claimed_by, extract(epoch FROM $1.claimed_at), extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(conversions) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.external_id, $1.conversion_id, $1.order_number, $1.legacy, $1.click_id, $1.user_id,
      $1.referrer_id, $1.campaign_id, $1.status, $1.sale_paise, $1.network_payout_paise, $1.pending_paise,
      $1.granted_paise, $1.referral_paise, extract(epoch FROM $1.withdrawable_at), $1.report_id, $1.accepted,
      $1.revision, extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(postback_inbox) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.method, $1.raw, extract(epoch FROM $1.received_at), $1.click_id, $1.external_id, $1.report,
      $1.sale_paise, $1.outcome, $1.reason, $1.conversion_id, extract(epoch FROM $1.processed_at),
      extract(epoch FROM $1.resolved_at), $1.resolution)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(users) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      left(md5($1.phone_number), 4), $1.password_hash, $1.referral_code, $1.referred_by,
      extract(epoch FROM $1.first_destination_at), extract(epoch FROM $1.created_at),
      extract(epoch FROM $1.deleted_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(bank_details) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.user_id::text, md5(ROW(
      $1.hint, $1.blind_index, extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(upi_details) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.user_id::text, md5(ROW(
      $1.hint, $1.blind_index, extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(withdrawals) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.amount_paise, $1.method, $1.status, $1.request_key, $1.destination, $1.destination_hint,
      $1.destination_index, $1.debt_override, $1.signal_override, $1.utr, $1.utr_key, $1.reason,
      extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_orders) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.withdrawal_id::text, md5(ROW(
      $1.provider, $1.reference, $1.stage, $1.provider_reference, $1.provider_status,
      extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_batches) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.made_by, extract(epoch FROM $1.created_at), $1.count, $1.sum_paise, $1.sha256, $1.file_name,
      extract(epoch FROM $1.written_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_batch_items) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[concat($1.batch_id, ':', $1.withdrawal_id)::text, md5(ROW(
      extract(epoch FROM $1.left_at), $1.left_because)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_conflicts) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.withdrawal_id, $1.provider, $1.reason, $1.word, $1.number, $1.amount_paise, $1.utr,
      extract(epoch FROM $1.found_at), extract(epoch FROM $1.resolved_at), $1.resolution)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(adjustments) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.state, $1.decided_by, extract(epoch FROM $1.decided_at), $1.refusal)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(network_settlements) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.kind, $1.reference, $1.reference_key, $1.corrections, $1.invoice,
      to_char($1.invoiced_on, 'YYYY-MM-DD'), to_char($1.paid_on, 'YYYY-MM-DD'), $1.amount_paise, $1.tds_paise,
      $1.gst_paise, $1.settled_paise, $1.reverses, $1.reason, $1.made_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(network_settlement_items) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.settlement_id, $1.conversion_id, $1.amount_paise, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(bank_entries) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.kind, $1.entry_key, to_char($1.on_day, 'YYYY-MM-DD'), $1.amount_paise, $1.withdrawal_id, $1.settlement_id,
      $1.made_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(settlement_references) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.settlement_id, $1.key, $1.corrections)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(held_money) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.conversion_id, $1.user_id, $1.kind, $1.revision, $1.amount_paise, extract(epoch FROM $1.until), $1.state,
      extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(settings) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.name, $1.value, extract(epoch FROM $1.in_force_from), $1.made_by, $1.approved_by, $1.approves, $1.reason,
      extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(period_closes) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.month, $1.step, $1.ends, $1.sha256, $1.reason, $1.made_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(month_corrections) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.month, $1.ref_type, $1.ref_id, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(departures) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.phone_hash, $1.debt_paise, $1.forfeited_paise, extract(epoch FROM $1.hold_until),
      $1.hold_reason, extract(epoch FROM $1.left_at), $1.returned_as, extract(epoch FROM $1.returned_at),
      $1.inherited, $1.moved_paise, extract(epoch FROM $1.lifted_at), $1.lifted_reason)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(signals) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.kind, $1.facts, extract(epoch FROM $1.raised_at), extract(epoch FROM $1.cleared_at), $1.cleared_reason,
      extract(epoch FROM $1.upheld_at), $1.upheld_reason)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(signal_members) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[concat($1.signal_id, ':', $1.user_id)::text, md5(ROW(
      extract(epoch FROM $1.added_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(operator_log) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.os_user, $1.command, extract(epoch FROM $1.started_at), extract(epoch FROM $1.finished_at), $1.outcome,
      $1.seal)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(brands) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.source, $1.external_id, $1.payout_hundredths, $1.payout_model, $1.commission_hundredths,
      $1.commission_model, $1.share_hundredths, $1.holding_days)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(campaigns) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.source, $1.external_id, $1.brand_id, $1.payout_hundredths, $1.payout_model, $1.currency,
      $1.commission_hundredths, $1.commission_model, $1.set_payout_hundredths, $1.set_payout_model, $1.url,
      $1.network, $1.network_campaign_id, $1.tracking_url, $1.cap_paise, $1.guest_clicks,
      extract(epoch FROM $1.starts_at), extract(epoch FROM $1.ends_at), extract(epoch FROM $1.hidden_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION note_row_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facts text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    facts := facts_of(OLD);
    INSERT INTO row_steps (table_name, row_id) VALUES (TG_TABLE_NAME, facts[1]);
  ELSE
    facts := facts_of(NEW);
    IF TG_OP = 'INSERT' OR facts IS DISTINCT FROM facts_of(OLD) THEN
      INSERT INTO row_steps (table_name, row_id, digest) VALUES (TG_TABLE_NAME, facts[1], facts[2]::uuid);
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER clicks_steps AFTER INSERT OR UPDATE OR DELETE ON clicks FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER conversions_steps AFTER INSERT OR UPDATE OR DELETE ON conversions FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER postback_inbox_steps AFTER INSERT OR UPDATE ON postback_inbox FOR EACH ROW WHEN (NEW.processed_at IS NOT NULL) EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER users_steps AFTER INSERT OR DELETE OR UPDATE OF phone_number, password_hash, referral_code, referred_by, first_destination_at, created_at, deleted_at ON users FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER bank_details_steps AFTER INSERT OR UPDATE OR DELETE ON bank_details FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER upi_details_steps AFTER INSERT OR UPDATE OR DELETE ON upi_details FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER withdrawals_row_steps AFTER INSERT OR UPDATE OR DELETE ON withdrawals FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER payout_orders_steps AFTER INSERT OR DELETE OR UPDATE OF provider, reference, stage, provider_reference, provider_status, created_at ON payout_orders FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER payout_batches_steps AFTER INSERT OR UPDATE OR DELETE ON payout_batches FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER payout_batch_items_steps AFTER INSERT OR UPDATE OR DELETE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER payout_conflicts_steps AFTER INSERT OR UPDATE OR DELETE ON payout_conflicts FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER adjustments_steps AFTER INSERT OR UPDATE OR DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER network_settlements_steps AFTER INSERT OR UPDATE OR DELETE ON network_settlements FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER network_settlement_items_steps AFTER INSERT OR UPDATE OR DELETE ON network_settlement_items FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER bank_entries_steps AFTER INSERT OR UPDATE OR DELETE ON bank_entries FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER settlement_references_steps AFTER INSERT OR UPDATE OR DELETE ON settlement_references FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER held_money_steps AFTER INSERT OR UPDATE OR DELETE ON held_money FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER settings_steps AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER period_closes_steps AFTER INSERT OR UPDATE OR DELETE ON period_closes FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER month_corrections_steps AFTER INSERT OR UPDATE OR DELETE ON month_corrections FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER departures_steps AFTER INSERT OR UPDATE OR DELETE ON departures FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER signals_steps AFTER INSERT OR UPDATE OR DELETE ON signals FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER signal_members_steps AFTER INSERT OR UPDATE OR DELETE ON signal_members FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER operator_log_steps AFTER INSERT OR UPDATE OR DELETE ON operator_log FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER brands_steps AFTER INSERT OR DELETE OR UPDATE OF source, external_id, payout_hundredths, payout_model, commission_hundredths, commission_model, share_hundredths, holding_days ON brands FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE TRIGGER campaigns_steps AFTER INSERT OR DELETE OR UPDATE OF source, external_id, brand_id, payout_hundredths, payout_model, currency, commission_hundredths, commission_model, set_payout_hundredths, set_payout_model, url, network, network_campaign_id, tracking_url, cap_paise, guest_clicks, starts_at, ends_at, hidden_at ON campaigns FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE FUNCTION guard_departure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.debt_paise, NEW.forfeited_paise, NEW.hold_until, NEW.left_at)
     IS DISTINCT FROM
     (OLD.id, OLD.user_id, OLD.debt_paise, OLD.forfeited_paise, OLD.hold_until, OLD.left_at)
     OR ((NEW.phone_hash, NEW.hold_reason) IS DISTINCT FROM (OLD.phone_hash, OLD.hold_reason)
         AND (NEW.phone_hash IS NOT NULL OR OLD.left_at > now() - interval '400 days'))
     OR (OLD.returned_as IS NOT NULL AND NEW.returned_as IS DISTINCT FROM OLD.returned_as) THEN
    RAISE EXCEPTION 'the facts of a departure are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER departures_guard BEFORE UPDATE ON departures FOR EACH ROW EXECUTE FUNCTION guard_departure();
--> statement-breakpoint
CREATE TRIGGER departures_kept BEFORE DELETE ON departures FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER clicks_kept BEFORE DELETE ON clicks FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_orders_kept BEFORE DELETE ON payout_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What identifies a member can only be forgotten, with the account.
CREATE FUNCTION guard_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.created_at)
     OR (OLD.first_destination_at IS NOT NULL AND NEW.first_destination_at IS DISTINCT FROM OLD.first_destination_at)
     OR (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
     OR ((NEW.phone_number, NEW.referral_code) IS DISTINCT FROM (OLD.phone_number, OLD.referral_code)
         AND (NEW.deleted_at IS NULL OR coalesce(NEW.phone_number, NEW.referral_code) IS NOT NULL)) THEN
    RAISE EXCEPTION 'what identifies a member is immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_guard BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION guard_member();
--> statement-breakpoint
-- A signal ends with the last account that it names, or after three years.
CREATE FUNCTION guard_signal_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raised_at > now() - interval '3 years' AND EXISTS (
    SELECT 1 FROM signal_members m JOIN users u ON u.id = m.user_id
     WHERE m.signal_id = OLD.id AND u.deleted_at IS NULL) THEN
    RAISE EXCEPTION 'a signal of a member is kept' USING ERRCODE = '55000';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER signals_kept BEFORE DELETE ON signals FOR EACH ROW EXECUTE FUNCTION guard_signal_end();
--> statement-breakpoint
-- It leaves its signal with it only.
CREATE FUNCTION guard_signal_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT 1 FROM signals WHERE id = OLD.signal_id) THEN
    RAISE EXCEPTION 'a signal keeps its members' USING ERRCODE = '55000';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER signal_members_guard BEFORE UPDATE OR DELETE ON signal_members FOR EACH ROW EXECUTE FUNCTION guard_signal_member();
--> statement-breakpoint
-- The first row is the time from which on changes need a cause.
INSERT INTO row_steps (table_name, row_id) VALUES ('row_steps', 'begin');
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'clicks', f[1], f[2]::uuid FROM clicks t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'conversions', f[1], f[2]::uuid FROM conversions t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'postback_inbox', f[1], f[2]::uuid FROM postback_inbox t, facts_of(t) f WHERE t.processed_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'users', f[1], f[2]::uuid FROM users t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'bank_details', f[1], f[2]::uuid FROM bank_details t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'upi_details', f[1], f[2]::uuid FROM upi_details t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'withdrawals', f[1], f[2]::uuid FROM withdrawals t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'payout_orders', f[1], f[2]::uuid FROM payout_orders t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'payout_batches', f[1], f[2]::uuid FROM payout_batches t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'payout_batch_items', f[1], f[2]::uuid FROM payout_batch_items t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'payout_conflicts', f[1], f[2]::uuid FROM payout_conflicts t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'adjustments', f[1], f[2]::uuid FROM adjustments t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'network_settlements', f[1], f[2]::uuid FROM network_settlements t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'network_settlement_items', f[1], f[2]::uuid FROM network_settlement_items t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'bank_entries', f[1], f[2]::uuid FROM bank_entries t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'settlement_references', f[1], f[2]::uuid FROM settlement_references t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'held_money', f[1], f[2]::uuid FROM held_money t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'settings', f[1], f[2]::uuid FROM settings t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'period_closes', f[1], f[2]::uuid FROM period_closes t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'month_corrections', f[1], f[2]::uuid FROM month_corrections t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'departures', f[1], f[2]::uuid FROM departures t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'signals', f[1], f[2]::uuid FROM signals t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'signal_members', f[1], f[2]::uuid FROM signal_members t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'operator_log', f[1], f[2]::uuid FROM operator_log t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'brands', f[1], f[2]::uuid FROM brands t, facts_of(t) f;
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'campaigns', f[1], f[2]::uuid FROM campaigns t, facts_of(t) f;
