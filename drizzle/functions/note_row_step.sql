-- Every change of a row that decides about money leaves a digest of it (app/wallet/audit/row-steps.ts).
CREATE OR REPLACE FUNCTION note_row_step() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER accepted_steps_steps AFTER INSERT OR DELETE OR UPDATE ON accepted_steps FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER adjustments_steps AFTER INSERT OR UPDATE OR DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER allowed_links_steps AFTER INSERT OR UPDATE OR DELETE ON allowed_links FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER approvals_steps AFTER INSERT OR UPDATE OR DELETE ON approvals FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bank_details_steps AFTER INSERT OR UPDATE OR DELETE ON bank_details FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bank_entries_steps AFTER INSERT OR UPDATE OR DELETE ON bank_entries FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER brands_steps AFTER INSERT OR DELETE OR UPDATE OF source, external_id, payout_hundredths, payout_model, commission_hundredths, commission_model, share_hundredths, holding_days, promise_days ON brands FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaigns_steps AFTER INSERT OR DELETE OR UPDATE OF source, external_id, brand_id, payout_hundredths, payout_model, currency, commission_hundredths, commission_model, set_payout_hundredths, set_payout_model, url, network, network_campaign_id, tracking_url, cap_paise, guest_clicks, starts_at, ends_at, hidden_at ON campaigns FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER claims_steps AFTER INSERT OR UPDATE OR DELETE ON claims FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER clicks_steps AFTER INSERT OR UPDATE OR DELETE ON clicks FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER conversions_steps AFTER INSERT OR UPDATE OR DELETE ON conversions FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER departures_steps AFTER INSERT OR UPDATE OR DELETE ON departures FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER desk_access_steps AFTER INSERT OR DELETE OR UPDATE OF password_hash, enrolled_at, invite_hash, invite_ends_at ON desk_access FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER desk_recovery_codes_steps AFTER INSERT OR DELETE OR UPDATE ON desk_recovery_codes FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER desk_sessions_steps AFTER INSERT OR DELETE OR UPDATE OF token_hash, operator_id, stage, code_at, created_at, expires_at ON desk_sessions FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER flash_sales_steps AFTER INSERT OR UPDATE OR DELETE ON flash_sales FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER held_money_steps AFTER INSERT OR UPDATE OR DELETE ON held_money FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER hold_steps_steps AFTER INSERT OR DELETE OR UPDATE ON hold_steps FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER manual_credits_steps AFTER INSERT OR UPDATE OR DELETE ON manual_credits FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER month_corrections_steps AFTER INSERT OR UPDATE OR DELETE ON month_corrections FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER network_invoices_steps AFTER INSERT OR UPDATE OR DELETE ON network_invoices FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER network_settlement_items_steps AFTER INSERT OR UPDATE OR DELETE ON network_settlement_items FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER network_settlements_steps AFTER INSERT OR UPDATE OR DELETE ON network_settlements FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER number_changes_steps AFTER INSERT OR DELETE OR UPDATE ON number_changes FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER operator_log_rows_steps AFTER INSERT OR UPDATE OR DELETE ON operator_log_rows FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER operator_log_steps AFTER INSERT OR UPDATE OR DELETE ON operator_log FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER operators_steps AFTER INSERT OR UPDATE OR DELETE ON operators FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER otp_challenges_steps AFTER INSERT OR DELETE OR UPDATE OF purpose, phone_number, code_hash, provider, provider_reference, lane, sent_at, expires_at, verified_at, consumed_at ON otp_challenges FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_batch_items_steps AFTER INSERT OR UPDATE OR DELETE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_batches_steps AFTER INSERT OR UPDATE OR DELETE ON payout_batches FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_conflicts_steps AFTER INSERT OR UPDATE OR DELETE ON payout_conflicts FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_events_steps AFTER INSERT OR DELETE OR UPDATE OF provider, event_id, kind, received_at, outcome, reason, withdrawal_id, processed_at ON payout_events FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payout_orders_steps AFTER INSERT OR DELETE OR UPDATE OF provider, reference, stage, provider_reference, provider_status, created_at ON payout_orders FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER period_closes_steps AFTER INSERT OR UPDATE OR DELETE ON period_closes FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER planned_rates_steps AFTER INSERT OR UPDATE OR DELETE ON planned_rates FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER postback_inbox_steps AFTER INSERT OR UPDATE ON postback_inbox FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sessions_steps AFTER INSERT OR DELETE OR UPDATE OF kind, user_id, remember, opened_by, confirmed_at, created_at, expires_at ON sessions FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER settings_steps AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER settlement_references_steps AFTER INSERT OR UPDATE OR DELETE ON settlement_references FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER signal_members_steps AFTER INSERT OR UPDATE OR DELETE ON signal_members FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER signals_steps AFTER INSERT OR UPDATE OR DELETE ON signals FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER upi_details_steps AFTER INSERT OR UPDATE OR DELETE ON upi_details FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_steps AFTER INSERT OR DELETE OR UPDATE OF phone_number, password_hash, referral_code, referred_by, first_destination_at, created_at, deleted_at, email, email_confirmed_at, email_set_at ON users FOR EACH ROW EXECUTE FUNCTION note_row_step();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER withdrawals_row_steps AFTER INSERT OR UPDATE OR DELETE ON withdrawals FOR EACH ROW EXECUTE FUNCTION note_row_step();
