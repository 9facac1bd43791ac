/** Update with each migration that changes one (tests/schema.test.ts). */
export const NOT_NULL = `
adjustments: id user_id kind amount_paise reason asked_by needs_approval created_at state
alert_events: id alert_id event body created_at attempts next_attempt_at
alerts: id cause subject detail opened_at last_seen_at
bank_details: user_id sealed hint blind_index created_at updated_at
bank_entries: id kind entry_key on_day amount_paise made_by created_at
brands: id source external_id coupon_code name clicks_30d rank created_at updated_at live_count live_codes live_products
campaigns: id source external_id row_hash slug title brand_id description_html description_text kpi_html type payout_model currency url network network_campaign_id guest_clicks locale clicks_30d rank created_at updated_at listed
catalogue_version: id version updated_at purged
categories: id name match_key aliases position in_menu
checkpoints: id made_at previous ranges hash
clicks: id user_id campaign_id network payout_model currency visitor_hash created_at referral_hundredths
conversions: id network external_id click_id user_id campaign_id status pending_paise granted_paise referral_paise revision created_at updated_at accepted legacy
departures: id user_id debt_paise left_at inherited moved_paise forfeited_paise
feedback: user_id campaign_id vote created_at updated_at has_click
flash_sales: id campaign_id created_at
held_money: id conversion_id user_id kind revision amount_paise state created_at
hold_steps: id user_id created_at
image_sources: id url host attempts created_at
images: hash bytes width height created_at
jobs: name started_at
ledger_accounts: id code user_id normal_side debits_paise credits_paise
ledger_transfers: id reference kind debit_account credit_account amount_paise ref_type ref_id created_at rules_version
missed_searches: on_day words times
month_corrections: id month ref_type ref_id created_at
network_secrets: network fingerprint last_used_at
network_settlement_items: id settlement_id conversion_id amount_paise created_at
network_settlements: id network kind corrections paid_on amount_paise tds_paise gst_paise settled_paise made_by created_at
notes: id body os_user created_at
notifications: id user_id reference title body href created_at
operator_log: id os_user command started_at
otp_challenges: id purpose phone_number provider attempts sent_at expires_at lane
payout_batch_items: batch_id withdrawal_id
payout_batches: id made_by created_at count sum_paise sha256
payout_conflicts: id withdrawal_id provider reason word number amount_paise found_at
payout_events: id provider event_id kind body received_at attempts next_attempt_at
payout_orders: withdrawal_id provider stage attempts next_attempt_at created_at updated_at reference
period_closes: id month step made_by created_at
postback_inbox: id network method raw received_at attempts next_attempt_at
profile_images: user_id version webp created_at
rate_limits: key points
row_steps: id table_name row_id made_at
search_words: word text sound times
seo_texts: campaign_id title description
servers: id public_origin port networks started_at seen_at
sessions: token_hash kind user_id remember created_at last_seen_at expires_at opened_by
settings: id name value made_by reason created_at
settlement_references: id settlement_id key corrections
shortlinks: slug campaign_id created_at
sign_up_places: user_id place_hash created_at
signal_members: signal_id user_id added_at
signals: id kind facts raised_at
subscriptions: email unsubscribe_token created_at
testimonials: id name body position
upi_details: user_id sealed hint blind_index created_at updated_at
users: id username created_at
withdrawal_edges: from_status to_status
withdrawal_steps: id withdrawal_id status created_at
withdrawals: id user_id amount_paise method status request_key destination destination_hint created_at updated_at
`
  .trim()
  .split('\n')
