-- The window is by owner, so that the history of one person reads that person's movements and nobody else's.
CREATE OR REPLACE VIEW wallet_history AS
SELECT t.id, a.user_id, t.kind, t.ref_type, t.ref_id, t.created_at,
       CASE WHEN t.credit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END AS amount_paise,
       sum(CASE WHEN t.credit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END)
         OVER (PARTITION BY a.user_id ORDER BY t.id) AS balance_paise
  FROM ledger_accounts a
  JOIN ledger_transfers t ON t.debit_account = a.id OR t.credit_account = a.id
 WHERE a.code = 'user_available';
