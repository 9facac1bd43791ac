/** As printed by pg_get_triggerdef(). Update with each migration that changes one (tests/schema.test.ts). */
export const TRIGGERS = `
adjustments_guard BEFORE INSERT OR UPDATE ON adjustments FOR EACH ROW EXECUTE FUNCTION guard_adjustment()
adjustments_kept BEFORE DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change()
adjustments_no_truncate BEFORE TRUNCATE ON adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
adjustments_not_guest BEFORE INSERT ON adjustments FOR EACH ROW EXECUTE FUNCTION refuse_guest()
adjustments_steps AFTER INSERT OR DELETE OR UPDATE ON adjustments FOR EACH ROW EXECUTE FUNCTION note_row_step()
bank_details_not_deleted BEFORE INSERT ON bank_details FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
bank_details_steps AFTER INSERT OR DELETE OR UPDATE ON bank_details FOR EACH ROW EXECUTE FUNCTION note_row_step()
bank_entries_append_only BEFORE DELETE OR UPDATE ON bank_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()
bank_entries_no_truncate BEFORE TRUNCATE ON bank_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
bank_entries_steps AFTER INSERT OR DELETE OR UPDATE ON bank_entries FOR EACH ROW EXECUTE FUNCTION note_row_step()
brands_lock BEFORE INSERT OR DELETE OR UPDATE ON brands FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue()
brands_steps AFTER INSERT OR DELETE OR UPDATE OF source, external_id, payout_hundredths, payout_model, commission_hundredths, commission_model, share_hundredths, holding_days ON brands FOR EACH ROW EXECUTE FUNCTION note_row_step()
brands_update_store AFTER UPDATE OF payout_hundredths, payout_model, commission_hundredths, commission_model, share_hundredths ON brands FOR EACH ROW EXECUTE FUNCTION update_changed_stores()
brands_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON brands FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version()
campaigns_listed BEFORE INSERT OR UPDATE OF listed, hidden_at, starts_at, ends_at ON campaigns FOR EACH ROW EXECUTE FUNCTION set_listed()
campaigns_lock BEFORE INSERT OR DELETE OR UPDATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue()
campaigns_steps AFTER INSERT OR DELETE OR UPDATE OF source, external_id, brand_id, payout_hundredths, payout_model, currency, commission_hundredths, commission_model, set_payout_hundredths, set_payout_model, url, network, network_campaign_id, tracking_url, cap_paise, guest_clicks, starts_at, ends_at, hidden_at ON campaigns FOR EACH ROW EXECUTE FUNCTION note_row_step()
campaigns_store_changed AFTER UPDATE ON campaigns FOR EACH ROW WHEN ((old.listed OR new.listed) AND (old.listed IS DISTINCT FROM new.listed OR old.brand_id IS DISTINCT FROM new.brand_id OR (old.code IS NULL) IS DISTINCT FROM (new.code IS NULL) OR (lower(old.type) = 'product'::text) IS DISTINCT FROM (lower(new.type) = 'product'::text) OR old.currency IS DISTINCT FROM new.currency OR old.payout_hundredths IS DISTINCT FROM new.payout_hundredths OR old.payout_model IS DISTINCT FROM new.payout_model OR old.commission_hundredths IS DISTINCT FROM new.commission_hundredths OR old.commission_model IS DISTINCT FROM new.commission_model OR old.set_payout_hundredths IS DISTINCT FROM new.set_payout_hundredths OR old.set_payout_model IS DISTINCT FROM new.set_payout_model)) EXECUTE FUNCTION update_changed_stores()
campaigns_stores_changed AFTER UPDATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores()
campaigns_stores_deleted AFTER DELETE ON campaigns REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores()
campaigns_stores_new AFTER INSERT ON campaigns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores()
campaigns_truncate_stores AFTER TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION update_changed_stores()
campaigns_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version()
categories_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version()
checkpoints_append_only BEFORE DELETE OR UPDATE ON checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change()
checkpoints_no_truncate BEFORE TRUNCATE ON checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
clicks_guard BEFORE UPDATE ON clicks FOR EACH ROW EXECUTE FUNCTION guard_click()
clicks_kept BEFORE DELETE ON clicks FOR EACH ROW EXECUTE FUNCTION refuse_change()
clicks_steps AFTER INSERT OR DELETE OR UPDATE ON clicks FOR EACH ROW EXECUTE FUNCTION note_row_step()
conversions_guard BEFORE UPDATE ON conversions FOR EACH ROW EXECUTE FUNCTION guard_conversion()
conversions_kept BEFORE DELETE ON conversions FOR EACH ROW EXECUTE FUNCTION refuse_change()
conversions_steps AFTER INSERT OR DELETE OR UPDATE ON conversions FOR EACH ROW EXECUTE FUNCTION note_row_step()
departures_guard BEFORE UPDATE ON departures FOR EACH ROW EXECUTE FUNCTION guard_departure()
departures_kept BEFORE DELETE ON departures FOR EACH ROW EXECUTE FUNCTION refuse_change()
departures_steps AFTER INSERT OR DELETE OR UPDATE ON departures FOR EACH ROW EXECUTE FUNCTION note_row_step()
feedback_not_deleted BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
flash_sales_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON flash_sales FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version()
held_money_guard BEFORE UPDATE ON held_money FOR EACH ROW EXECUTE FUNCTION guard_held_money()
held_money_kept BEFORE DELETE ON held_money FOR EACH ROW EXECUTE FUNCTION refuse_change()
held_money_no_truncate BEFORE TRUNCATE ON held_money FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
held_money_steps AFTER INSERT OR DELETE OR UPDATE ON held_money FOR EACH ROW EXECUTE FUNCTION note_row_step()
hold_steps_append_only BEFORE DELETE OR UPDATE ON hold_steps FOR EACH ROW EXECUTE FUNCTION refuse_change()
hold_steps_no_truncate BEFORE TRUNCATE ON hold_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
ledger_accounts_not_guest BEFORE INSERT OR UPDATE OF user_id ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_guest()
ledger_transfers_append_only BEFORE DELETE OR UPDATE ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change()
ledger_transfers_no_truncate BEFORE TRUNCATE ON ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
month_corrections_append_only BEFORE DELETE OR UPDATE ON month_corrections FOR EACH ROW EXECUTE FUNCTION refuse_change()
month_corrections_no_truncate BEFORE TRUNCATE ON month_corrections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
month_corrections_steps AFTER INSERT OR DELETE OR UPDATE ON month_corrections FOR EACH ROW EXECUTE FUNCTION note_row_step()
network_settlement_items_append_only BEFORE DELETE OR UPDATE ON network_settlement_items FOR EACH ROW EXECUTE FUNCTION refuse_change()
network_settlement_items_no_truncate BEFORE TRUNCATE ON network_settlement_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
network_settlement_items_steps AFTER INSERT OR DELETE OR UPDATE ON network_settlement_items FOR EACH ROW EXECUTE FUNCTION note_row_step()
network_settlements_append_only BEFORE DELETE OR UPDATE ON network_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change()
network_settlements_no_truncate BEFORE TRUNCATE ON network_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
network_settlements_reference AFTER INSERT ON network_settlements FOR EACH ROW WHEN (new.kind = 'payment'::text) EXECUTE FUNCTION note_settlement_reference()
network_settlements_steps AFTER INSERT OR DELETE OR UPDATE ON network_settlements FOR EACH ROW EXECUTE FUNCTION note_row_step()
notes_guard BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION guard_note()
notes_kept BEFORE DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_change()
notes_no_truncate BEFORE TRUNCATE ON notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
notes_not_deleted BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
notifications_not_deleted BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
operator_log_guard BEFORE UPDATE ON operator_log FOR EACH ROW EXECUTE FUNCTION guard_operator_log()
operator_log_kept BEFORE DELETE ON operator_log FOR EACH ROW EXECUTE FUNCTION refuse_change()
operator_log_no_truncate BEFORE TRUNCATE ON operator_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
operator_log_steps AFTER INSERT OR DELETE OR UPDATE ON operator_log FOR EACH ROW EXECUTE FUNCTION note_row_step()
payout_batch_items_guard BEFORE INSERT OR UPDATE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION guard_payout_batch_item()
payout_batch_items_kept BEFORE DELETE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION refuse_change()
payout_batch_items_no_truncate BEFORE TRUNCATE ON payout_batch_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
payout_batch_items_steps AFTER INSERT OR DELETE OR UPDATE ON payout_batch_items FOR EACH ROW EXECUTE FUNCTION note_row_step()
payout_batches_guard BEFORE UPDATE ON payout_batches FOR EACH ROW EXECUTE FUNCTION guard_payout_batch()
payout_batches_kept BEFORE DELETE ON payout_batches FOR EACH ROW EXECUTE FUNCTION refuse_change()
payout_batches_no_truncate BEFORE TRUNCATE ON payout_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
payout_batches_steps AFTER INSERT OR DELETE OR UPDATE ON payout_batches FOR EACH ROW EXECUTE FUNCTION note_row_step()
payout_conflicts_steps AFTER INSERT OR DELETE OR UPDATE ON payout_conflicts FOR EACH ROW EXECUTE FUNCTION note_row_step()
payout_orders_guard BEFORE INSERT OR UPDATE ON payout_orders FOR EACH ROW EXECUTE FUNCTION guard_payout_order()
payout_orders_kept BEFORE DELETE ON payout_orders FOR EACH ROW EXECUTE FUNCTION refuse_change()
payout_orders_not_batched BEFORE INSERT ON payout_orders FOR EACH ROW EXECUTE FUNCTION refuse_batched_order()
payout_orders_steps AFTER INSERT OR DELETE OR UPDATE OF provider, reference, stage, provider_reference, provider_status, created_at ON payout_orders FOR EACH ROW EXECUTE FUNCTION note_row_step()
period_closes_append_only BEFORE DELETE OR UPDATE ON period_closes FOR EACH ROW EXECUTE FUNCTION refuse_change()
period_closes_no_truncate BEFORE TRUNCATE ON period_closes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
period_closes_steps AFTER INSERT OR DELETE OR UPDATE ON period_closes FOR EACH ROW EXECUTE FUNCTION note_row_step()
postback_inbox_guard BEFORE UPDATE ON postback_inbox FOR EACH ROW EXECUTE FUNCTION guard_postback()
postback_inbox_kept BEFORE DELETE ON postback_inbox FOR EACH ROW EXECUTE FUNCTION refuse_change()
postback_inbox_no_truncate BEFORE TRUNCATE ON postback_inbox FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
postback_inbox_steps AFTER INSERT OR UPDATE ON postback_inbox FOR EACH ROW WHEN (new.processed_at IS NOT NULL) EXECUTE FUNCTION note_row_step()
profile_images_not_deleted BEFORE INSERT ON profile_images FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
row_steps_append_only BEFORE DELETE OR UPDATE ON row_steps FOR EACH ROW EXECUTE FUNCTION refuse_change()
row_steps_no_truncate BEFORE TRUNCATE ON row_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
seo_texts_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON seo_texts FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version()
sessions_not_deleted BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
sessions_not_guest BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_guest()
settings_append_only BEFORE DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION refuse_change()
settings_no_truncate BEFORE TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
settings_steps AFTER INSERT OR DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION note_row_step()
settlement_references_append_only BEFORE DELETE OR UPDATE ON settlement_references FOR EACH ROW EXECUTE FUNCTION refuse_change()
settlement_references_no_truncate BEFORE TRUNCATE ON settlement_references FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
settlement_references_steps AFTER INSERT OR DELETE OR UPDATE ON settlement_references FOR EACH ROW EXECUTE FUNCTION note_row_step()
signal_members_guard BEFORE DELETE OR UPDATE ON signal_members FOR EACH ROW EXECUTE FUNCTION guard_signal_member()
signal_members_steps AFTER INSERT OR DELETE OR UPDATE ON signal_members FOR EACH ROW EXECUTE FUNCTION note_row_step()
signals_guard BEFORE UPDATE ON signals FOR EACH ROW EXECUTE FUNCTION guard_signal()
signals_kept BEFORE DELETE ON signals FOR EACH ROW EXECUTE FUNCTION guard_signal_end()
signals_steps AFTER INSERT OR DELETE OR UPDATE ON signals FOR EACH ROW EXECUTE FUNCTION note_row_step()
testimonials_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON testimonials FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version()
upi_details_not_deleted BEFORE INSERT ON upi_details FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
upi_details_steps AFTER INSERT OR DELETE OR UPDATE ON upi_details FOR EACH ROW EXECUTE FUNCTION note_row_step()
users_deleted_empty BEFORE UPDATE OF deleted_at ON users FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION refuse_deletion_with_money()
users_guard BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION guard_member()
users_hold_begins AFTER INSERT ON users FOR EACH ROW WHEN (new.payout_hold_until IS NOT NULL) EXECUTE FUNCTION note_hold_step()
users_hold_steps AFTER UPDATE ON users FOR EACH ROW WHEN (new.payout_hold_until IS DISTINCT FROM old.payout_hold_until OR new.payout_hold_reason IS DISTINCT FROM old.payout_hold_reason) EXECUTE FUNCTION note_hold_step()
users_referral_guard BEFORE UPDATE ON users FOR EACH ROW WHEN (new.referred_by IS NOT NULL AND new.referred_by IS DISTINCT FROM old.referred_by) EXECUTE FUNCTION guard_referral()
users_steps AFTER INSERT OR DELETE OR UPDATE OF phone_number, password_hash, referral_code, referred_by, first_destination_at, created_at, deleted_at ON users FOR EACH ROW EXECUTE FUNCTION note_row_step()
withdrawal_steps_append_only BEFORE DELETE OR UPDATE ON withdrawal_steps FOR EACH ROW EXECUTE FUNCTION refuse_change()
withdrawal_steps_no_truncate BEFORE TRUNCATE ON withdrawal_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
withdrawals_destination_guard BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_withdrawal_destination()
withdrawals_guard BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_withdrawal()
withdrawals_kept BEFORE DELETE ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_change()
withdrawals_not_deleted BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_deleted()
withdrawals_not_guest BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_guest()
withdrawals_row_steps AFTER INSERT OR DELETE OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION note_row_step()
withdrawals_steps AFTER INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION note_withdrawal_step()
withdrawals_utr_key BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION set_utr_key()
`
  .trim()
  .split('\n')

/** The md5 of each trigger function's body (pg_proc.prosrc). */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  'facts_of(adjustments)': '1e2f5de2e7a2228fa787507318dd4d8f',
  'facts_of(bank_details)': 'bb2795c096646814ac0810fa1faf6614',
  'facts_of(bank_entries)': 'abec21567e2ecf146b6eef633a5bf84f',
  'facts_of(brands)': 'c1849daae45410b8b7f90d265a506f90',
  'facts_of(campaigns)': '53d757cbda28cba2b3759f7680ba45ea',
  'facts_of(clicks)': '89ac0f1daf424567c71b3235e01d3563',
  'facts_of(conversions)': 'e7b37e2be75b8d25557da90767a90d99',
  'facts_of(departures)': 'dc62f351b8e714931859f1f4d518da39',
  'facts_of(held_money)': '7ce6e5828111b45afc7cd2b676473ce4',
  'facts_of(month_corrections)': '5767efd84fc105dd83e0714c5ff15719',
  'facts_of(network_settlement_items)': '06094d0a7c0118cfd551c4be0295b032',
  'facts_of(network_settlements)': '324669bf6e0d4b04ec39d4738773115f',
  'facts_of(operator_log)': 'e6ca9ba97566e9c4eccac57f6d234b4d',
  'facts_of(payout_batch_items)': 'b945a543b2c1d5e2f453e0ffd58a7d37',
  'facts_of(payout_batches)': '6a22d2f52e8897e1308e11e11b27f96a',
  'facts_of(payout_conflicts)': 'ca0eaa3981882ca73250f59888a4c2ca',
  'facts_of(payout_orders)': '2c8f09ec495b94242770577e3a521110',
  'facts_of(period_closes)': '1a92ed1e1a323e0afb51c55381b15ecc',
  'facts_of(postback_inbox)': 'b54d7ee7dcae105f9b53a2b98077c1f6',
  'facts_of(settings)': '3e1094a194d2449771d4a7e876403454',
  'facts_of(settlement_references)': '67b483c76b279ac7fd9b622892247fe2',
  'facts_of(signal_members)': '6d3b0138cf4d85d0f4c66c50fac56b6b',
  'facts_of(signals)': '334ea1855c3d4f61158c75a37e25f2ec',
  'facts_of(upi_details)': 'bb2795c096646814ac0810fa1faf6614',
  'facts_of(users)': '494fe0de0b740654db61ece5d4dcc195',
  'facts_of(withdrawals)': '04b9f0b55ff362123b25302559d6af14',
  'guard_adjustment()': '7b2db40c1f0373dc1da356b942966211',
  'guard_click()': '886be272838238e38a1872ad37e1438f',
  'guard_conversion()': '18dbd53aa8240dba959ca89996a504d7',
  'guard_departure()': 'dfeb69b87b18f64794ad6387070eab07',
  'guard_held_money()': '718ac3e6043627a2f3689ecac78a3d06',
  'guard_member()': 'aed90b01fefb2f21b22b183c075d8801',
  'guard_note()': 'a592efae084d863e8a886cf17b12cca4',
  'guard_operator_log()': '2401a749ec967aa40ba1c5edb73b98ea',
  'guard_payout_batch()': '6915375266fe66d2c8ff4fd8f9ecd0ce',
  'guard_payout_batch_item()': '7dd652ba65efd4f6edaae0cd28e61290',
  'guard_payout_order()': 'b1f8b111a5530fcc9206f4f83c37527a',
  'guard_postback()': '6074d6f993131e42e2cb75fcdc369672',
  'guard_referral()': '8bb694b412a7206b1963bcf744428c06',
  'guard_signal()': 'c55dc2a2cfe8fbd0b9ad79f657fb29dc',
  'guard_signal_end()': '2bd5968cb72f1cb0e3bcfd73d491b453',
  'guard_signal_member()': 'e73e3a743d0ecd937c54e7ab63318dd5',
  'guard_withdrawal()': '3f0154d9a304561f460819fafdee90cc',
  'guard_withdrawal_destination()': 'dcc1ce36633e8b3d420f942150f85072',
  'lock_catalogue()': '748851508494bdcd19a766097088bdc5',
  'note_hold_step()': '0897e96005427f6919441c7bfa14ac34',
  'note_row_step()': 'ee033132a24bd290d3063d0b7580f310',
  'note_settlement_reference()': '5f3671a31dd393447bf5350dd1d50c3a',
  'note_withdrawal_step()': '4f94476340bb57d3d1d3ca80a9566dea',
  'payout_of(campaigns,brands,bigint)': '479a2a9fdc645578971f23c124ee461d',
  'raise_catalogue_version()': '56f86ac238727d5533896b7e5e3c5caa',
  'refuse_batched_order()': '11b15a9fc67a9b6b28e275295e67d8aa',
  'refuse_change()': 'cf95f8aaed34d89fa8edcd12f9f9a851',
  'refuse_deleted()': 'a78d497588ab281f9cb083cc92f5ae10',
  'refuse_deletion_with_money()': '44342d6cdfad08dec9c3e77f7730744c',
  'refuse_guest()': 'b4c07597397937cf4e42b29ac527469d',
  'set_listed()': '5aa8e7ef07306a1f095e785c59e076c1',
  'set_utr_key()': '9d83aff4b57cab047e1e4d31bebfe6cc',
  'update_changed_stores()': 'bfba82b3398def63c4e04fd900313eac',
  'update_stores(bigint[])': '4f23a1fd3f14c06ae4abea3e5bc2fbe9',
  'utr_key_of(text)': '72c0325dc135727a231b954eab9f944d',
}
