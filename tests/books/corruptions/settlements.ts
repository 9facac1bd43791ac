/** Corruptions of network payments, write-offs and entries of the bank. */
import { sql } from 'drizzle-orm'
import { corruptions, corruptionsWithoutTriggers, forged, sale } from './plant'

const first = sql`(SELECT min(id) FROM network_settlements)`

const insertItem = (amount: number) => sql`
  INSERT INTO network_settlement_items (settlement_id, conversion_id, amount_paise) VALUES (${first}, ${sale('D')}, ${amount})`

const fee = sql`(SELECT id FROM bank_entries WHERE kind = 'fee')`

export const SETTLEMENTS = [
  ...corruptions({
    'bank out = paid': {
      'a network payment only in the ledger': forged(
        'bank',
        'network_receivable',
        'settlement',
        first,
        'received',
      ),
    },
    refused: {
      'a network payment changed': sql`
        UPDATE network_settlements SET amount_paise = amount_paise + 1, tds_paise = tds_paise - 1`,
      'a network payment posted twice under one reference': sql`
        INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
         SELECT network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by
         FROM network_settlements WHERE id = ${first}`,
      'a bank fee changed': sql`UPDATE bank_entries SET amount_paise = amount_paise - 1 WHERE id = ${fee}`,
    },
    'receivable = commission - settled': {
      'a commission written off only in the ledger': forged(
        'write_offs',
        'network_receivable',
        'settlement',
        first,
        'written_off',
      ),
    },
    'settlement = its sales': {
      'a network payment extended to another sale': insertItem(100),
    },
    'GST of an invoice': {
      'an invoice noted twice': sql`
        INSERT INTO network_invoices (network, number, invoiced_on, commission_paise, gst_paise, made_by)
         SELECT network, number, invoiced_on, commission_paise, gst_paise, made_by FROM network_invoices`,
    },
    'fee = its transfer': {
      'a bank fee only in the ledger': forged('payout_fees', 'bank', 'bank_entry', fee, 'fee'),
    },
    'bank entry = what it confirms': {
      'a withdrawal confirmed by the bank with another amount': sql`
        INSERT INTO bank_entries (kind, entry_key, on_day, amount_paise, withdrawal_id, made_by)
         SELECT 'withdrawal', 'forged', now(), -amount_paise - 1, id, 'test' FROM withdrawals WHERE status = 'paid' LIMIT 1`,
    },
    'other account by a command': {
      'a payout hidden from the comparison with the bank': sql`
        INSERT INTO bank_entries (kind, entry_key, on_day, amount_paise, withdrawal_id, made_by)
         SELECT 'other', 'withdrawal:' || id, '2026-11-21', -amount_paise, id, 'nobody' FROM withdrawals WHERE utr = 'UTR0000002'`,
    },
  }),
  ...corruptionsWithoutTriggers({
    'transfer without its cause': {
      'a network payment deleted': [
        sql`DELETE FROM network_settlement_items WHERE settlement_id = ${first}`,
        sql`DELETE FROM network_settlements WHERE id = ${first}`,
      ],
      'a bank fee deleted': sql`DELETE FROM bank_entries WHERE id = ${fee}`,
    },
    'a unique reference': {
      'a network payment posted twice in another spelling': [
        sql`INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
          SELECT network, kind, reference, '0' || reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by
            FROM network_settlements WHERE id = ${first}`,
        sql`INSERT INTO settlement_references (settlement_id, key, corrections)
          SELECT (SELECT max(id) FROM network_settlements), key, 1 FROM settlement_references WHERE settlement_id = ${first}`,
      ],
    },
    'reference without its key': {
      'the key of a reference changed, so that it can be posted once more': sql`
        UPDATE settlement_references SET key = 'OTHER' WHERE settlement_id = ${first}`,
    },
    'settlement = its transfers': {
      'a network payment raised': sql`
        UPDATE network_settlements
         SET amount_paise = amount_paise + 100, settled_paise = settled_paise + 100 WHERE id = ${first}`,
      'tax withheld by a network recorded as money at the bank': sql`
        UPDATE network_settlements SET amount_paise = amount_paise + tds_paise, tds_paise = 0
         WHERE id = ${first}`,
    },
    'settlement = its sales': {
      'a payment assigned to another network': sql`
        UPDATE network_settlements SET network = 'awin' WHERE id = ${first}`,
    },
    'reversal = what it reverses': {
      'sales removed from a reversal': sql`
        DELETE FROM network_settlement_items
         WHERE settlement_id = (SELECT max(id) FROM network_settlements WHERE kind = 'reversal')`,
    },
    'fee = its transfer': {
      'a bank fee raised': sql`UPDATE bank_entries SET amount_paise = amount_paise - 1 WHERE id = ${fee}`,
    },
    'settled of a sale <= its commission': {
      'a part of a payment moved to another sale': sql`
        UPDATE network_settlement_items SET conversion_id = ${sale('D')} WHERE conversion_id = ${sale('A')}`,
    },
  }),
]
