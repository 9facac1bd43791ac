/** Corruptions of network payments and write-offs. */
import { sql } from 'drizzle-orm'
import { off, sale, type Corruption } from './plant'
import { forged } from './sums'

const first = sql`(SELECT min(id) FROM network_settlements)`

const insertItem = (amount: number) => sql`
  INSERT INTO network_settlement_items (settlement_id, conversion_id, amount_paise) VALUES (${first}, ${sale('D')}, ${amount})`

export const SETTLEMENTS: Corruption[] = [
  {
    name: 'a network payment changed',
    plant: [sql`UPDATE network_settlements SET amount_paise = amount_paise + 1, tds_paise = tds_paise - 1`],
    end: 'refused',
  },
  {
    name: 'a network payment posted twice under one reference',
    plant: [
      sql`INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
          SELECT network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by
            FROM network_settlements WHERE id = ${first}`,
    ],
    end: 'refused',
  },
  {
    name: 'triggers off: a network payment posted twice in another spelling',
    plant: [
      off,
      sql`INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
          SELECT network, kind, reference, '0' || reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by
            FROM network_settlements WHERE id = ${first}`,
      sql`INSERT INTO settlement_references (settlement_id, key, corrections)
          SELECT (SELECT max(id) FROM network_settlements), key, 1 FROM settlement_references WHERE settlement_id = ${first}`,
    ],
    end: { found: 'a unique reference' },
  },
  {
    name: 'triggers off: the key of a reference changed, so that it can be posted once more',
    plant: [off, sql`UPDATE settlement_references SET key = 'OTHER' WHERE settlement_id = ${first}`],
    end: { found: 'reference without its key' },
  },
  {
    name: 'triggers off: a network payment raised',
    plant: [
      off,
      sql`UPDATE network_settlements SET amount_paise = amount_paise + 100, settled_paise = settled_paise + 100 WHERE id = ${first}`,
    ],
    end: { found: 'settlement = its transfers' },
  },
  {
    name: 'triggers off: tax withheld by a network recorded as money at the bank',
    plant: [
      off,
      sql`UPDATE network_settlements SET amount_paise = amount_paise + tds_paise, tds_paise = 0 WHERE id = ${first}`,
    ],
    end: { found: 'settlement = its transfers' },
  },
  {
    name: 'triggers off: a network payment deleted',
    plant: [
      off,
      sql`DELETE FROM network_settlement_items WHERE settlement_id = ${first}`,
      sql`DELETE FROM network_settlements WHERE id = ${first}`,
    ],
    end: { found: 'transfer without its cause' },
  },
  {
    name: 'a network payment only in the ledger',
    plant: forged('bank', 'network_receivable', 'settlement', first, 'received'),
    end: { found: 'bank out = paid' },
  },
  {
    name: 'a commission written off only in the ledger',
    plant: forged('write_offs', 'network_receivable', 'settlement', first, 'written_off'),
    end: { found: 'receivable = commission - settled' },
  },
  {
    name: 'tax withheld by a network moved to the bank account',
    plant: forged('bank', 'tds_receivable', 'settlement', first, 'tds'),
    end: { found: 'transfer of a known kind' },
  },
  {
    name: 'a network payment extended to another sale',
    plant: [insertItem(100)],
    end: { found: 'settlement = its sales' },
  },
  {
    name: 'triggers off: a payment assigned to another network',
    plant: [off, sql`UPDATE network_settlements SET network = 'awin' WHERE id = ${first}`],
    end: { found: 'settlement = its sales' },
  },
  {
    name: 'triggers off: sales removed from a reversal',
    plant: [
      off,
      sql`DELETE FROM network_settlement_items WHERE settlement_id = (SELECT max(id) FROM network_settlements WHERE kind = 'reversal')`,
    ],
    end: { found: 'reversal = what it reverses' },
  },
]

const fee = sql`(SELECT id FROM bank_entries WHERE kind = 'fee')`

export const BANK: Corruption[] = [
  {
    name: 'a bank fee changed',
    plant: [sql`UPDATE bank_entries SET amount_paise = amount_paise - 1 WHERE id = ${fee}`],
    end: 'refused',
  },
  {
    name: 'triggers off: a bank fee raised',
    plant: [off, sql`UPDATE bank_entries SET amount_paise = amount_paise - 1 WHERE id = ${fee}`],
    end: { found: 'fee = its transfer' },
  },
  {
    name: 'a bank fee only in the ledger',
    plant: forged('payout_fees', 'bank', 'bank_entry', fee, 'fee'),
    end: { found: 'fee = its transfer' },
  },
  {
    name: 'triggers off: a bank fee deleted',
    plant: [off, sql`DELETE FROM bank_entries WHERE id = ${fee}`],
    end: { found: 'transfer without its cause' },
  },
  {
    name: 'a withdrawal confirmed by the bank with another amount',
    plant: [
      sql`INSERT INTO bank_entries (kind, entry_key, on_day, amount_paise, withdrawal_id, made_by)
          SELECT 'withdrawal', 'forged', now(), -amount_paise - 1, id, 'test' FROM withdrawals WHERE status = 'paid' LIMIT 1`,
    ],
    end: { found: 'bank entry = what it confirms' },
  },
]
