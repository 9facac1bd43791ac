/** Corruptions of withdrawals, their steps, bank files and orders. */
import { sql } from 'drizzle-orm'
import { corruptions, corruptionsWithoutTriggers, forged, paid, requested, setStatus } from './plant'

export const WITHDRAWALS = [
  ...corruptions({
    'one hold a withdrawal': {
      'a second hold': forged(
        'user_available',
        'payout_clearing',
        'withdrawal',
        sql`(SELECT min(id) FROM withdrawals)`,
        'hold',
      ),
    },
    'payout in conflict': {
      'a provider status that contradicts ours': sql`
        INSERT INTO payout_conflicts (withdrawal_id, provider, reason, word, number, amount_paise)
         SELECT max(id), 'cashfree', 'paid after it was refunded', 'SUCCESS', '1001', 5000 FROM withdrawals`,
    },
    'edges as shipped': {
      'an allowed transition from paid to requested added': sql`
        INSERT INTO withdrawal_edges (from_status, to_status) VALUES ('paid', 'requested')`,
      'the transition to refunded removed': sql`DELETE FROM withdrawal_edges WHERE to_status = 'refunded'`,
    },
    'withdrawal = its last step': {
      'a forged withdrawal step': sql`
        INSERT INTO withdrawal_steps (withdrawal_id, status, utr) VALUES (${paid}, 'paid', 'UTR0000009')`,
    },
    'step by a command or a provider': {
      'a withdrawal approved by SQL': sql`
        UPDATE withdrawals SET status = 'processing' WHERE id = ${requested}`,
      'a withdrawal paid by SQL with a made-up UTR': [
        sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${requested}`,
        sql`UPDATE withdrawals SET status = 'paid', utr = 'MADEUP1' WHERE status = 'processing'`,
      ],
      'a UTR corrected by SQL': [
        sql`INSERT INTO withdrawal_steps (withdrawal_id, status, utr, reason) VALUES (${paid}, 'paid', 'UTR0000009', 'Mistyped')`,
        sql`UPDATE withdrawals SET utr = 'UTR0000009' WHERE id = ${paid}`,
      ],
    },
  }),
  ...corruptionsWithoutTriggers({
    'payout stuck': {
      'a payout that is stuck': [
        setStatus('requested', 'processing'),
        sql`UPDATE withdrawals SET updated_at = now() - interval '73 hours' WHERE status = 'processing'`,
      ],
    },
    'one end a withdrawal': {
      'a refund that was not posted': setStatus('requested', 'refunded'),
    },
    'one hold a withdrawal': {
      'a withdrawal of another amount': sql`
        UPDATE withdrawals SET amount_paise = amount_paise + 1 WHERE status = 'paid'`,
    },
    'a unique UTR': {
      'a UTR shared by two withdrawals': sql`
        UPDATE withdrawals SET utr = 'utr 0000001', utr_key = NULL WHERE utr = 'UTR0000002'`,
    },
    'one batch a withdrawal': {
      'a withdrawal in two files': [
        sql`DROP INDEX payout_batch_items_one`,
        sql`WITH copy AS (INSERT INTO payout_batches (made_by, count, sum_paise, sha256)
                          SELECT made_by, count, sum_paise, sha256 FROM payout_batches RETURNING id)
          INSERT INTO payout_batch_items (batch_id, withdrawal_id)
          SELECT copy.id, withdrawal_id FROM payout_batch_items, copy`,
      ],
    },
    'by file or by provider': {
      'a withdrawal in a bank file and with a provider': sql`
        INSERT INTO payout_orders (withdrawal_id, provider, reference)
         SELECT withdrawal_id, 'cashfree', 'pay-' || withdrawal_id FROM payout_batch_items`,
    },
    'batch = its withdrawals': {
      'a batch with another sum': sql`UPDATE payout_batches SET sum_paise = sum_paise - 1`,
      'a withdrawal removed from its batch': sql`DELETE FROM payout_batch_items`,
    },
    'batch without its file': {
      'a batch without its file': sql`
        UPDATE payout_batches SET written_at = NULL, created_at = now() - interval '16 minutes'`,
    },
    'UTR without its key': {
      'a removed UTR key': sql`UPDATE withdrawals SET utr_key = NULL WHERE utr = 'UTR0000002'`,
    },
    'paid with a reference': {
      'the reference of a payment removed': sql`
        UPDATE withdrawals SET utr = NULL, utr_key = NULL WHERE status = 'paid'`,
      'a payment reference on a refunded withdrawal': [
        sql`UPDATE withdrawals SET utr = 'UTR0000009', utr_key = 'UTR0000009' WHERE status = 'refunded'`,
        sql`UPDATE withdrawal_steps SET utr = 'UTR0000009' WHERE status = 'refunded'`,
      ],
    },
    'withdrawal = its last step': {
      'the steps of a withdrawal deleted': sql`
        DELETE FROM withdrawal_steps WHERE withdrawal_id = (SELECT min(id) FROM withdrawals
         WHERE status = 'paid')`,
      'the reference of a payment replaced': sql`
        UPDATE withdrawals SET utr = 'UTR0000009', utr_key = 'UTR0000009' WHERE id = ${paid}`,
    },
    'steps of a withdrawal in order': {
      'a step in the middle deleted': sql`
        DELETE FROM withdrawal_steps WHERE withdrawal_id = ${paid} AND status = 'processing'`,
    },
  }),
]
