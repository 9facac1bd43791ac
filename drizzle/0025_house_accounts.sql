-- The accounts of the house that commission is booked to, and those of what the house pays besides cashback.
INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise) VALUES
  ('bank', 0, 'debit', NULL),
  ('network_receivable', 0, 'debit', NULL),
  ('tds_receivable', 0, 'debit', NULL),
  ('gst_payable', 0, 'credit', NULL),
  ('commission_income', 0, 'credit', NULL),
  ('cashback_expense', 0, 'debit', NULL),
  ('referral_expense', 0, 'debit', NULL),
  ('goodwill', 0, 'debit', NULL),
  ('payout_fees', 0, 'debit', NULL),
  ('write_offs', 0, 'debit', NULL),
  ('pending_contra', 0, 'debit', NULL)
ON CONFLICT (code, user_id) DO NOTHING;
--> statement-breakpoint
-- Opening entries: the commission that each sale approved before today was last reported with. They are dated today, because
-- that is when they are booked.
INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id)
SELECT 'conversion:' || c.id || ':r' || c.revision || ':opening', 'commission_opening', receivable.id, income.id,
       c.network_payout_paise, 'conversion', c.id
  FROM conversions c, ledger_accounts receivable, ledger_accounts income
 WHERE c.status = 'approved' AND c.network_payout_paise > 0
   AND receivable.code = 'network_receivable' AND receivable.user_id = 0
   AND income.code = 'commission_income' AND income.user_id = 0
 ORDER BY c.id;
