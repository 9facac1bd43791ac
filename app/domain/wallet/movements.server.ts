import { sql, type SQL } from 'drizzle-orm'
import { LAST_ID, signFor, type Side } from './sides.server'

/** Constants of the statement: with a parameter the planner would not know how few rows are needed. */
const DEPTHS = [50, 200, 1_000]

/** Newest first. The row comparison forces the index (account, id); deep pages read all movements. */
export function selectSide(side: Side, most: number, kinds: string[] | null): SQL {
  const account = sql.identifier(side)
  const depth = DEPTHS.find((rows) => most <= rows)
  const newest = sql`CROSS JOIN LATERAL (
    SELECT * FROM ledger_transfers l WHERE (l.${account}, l.id) <= (a.id, ${LAST_ID}::bigint)
     ORDER BY l.${account} DESC, l.id DESC LIMIT ${sql.raw(String(depth))}) t`
  return sql`
    SELECT t.id, t.created_at, ${signFor(side)}t.amount_paise AS amount_paise, t.kind, t.ref_type, t.ref_id, true AS booked
      FROM account a ${kinds || depth === undefined ? sql`CROSS JOIN ledger_transfers t` : newest}
     WHERE t.${account} = a.id AND ${filterByKinds(kinds)}`
}

export const filterByKinds = (kinds: string[] | null) => (kinds ? sql`kind IN ${kinds}` : sql`true`)

export const countSide = (side: Side, kinds: string[] | null): SQL => sql`
  (SELECT count(*) FROM account a JOIN ledger_transfers t ON t.${sql.identifier(side)} = a.id
    WHERE ${filterByKinds(kinds)})`

/** Movements after the oldest shown one: the balance is computed backwards from the account's stored sums. */
export const selectNewer = (side: Side): SQL => sql`
  SELECT t.id, ${signFor(side)}t.amount_paise AS amount_paise FROM account a
    JOIN ledger_transfers t ON t.${sql.identifier(side)} = a.id
   WHERE t.id >= (SELECT min(id) FROM shown WHERE booked)`

export const selectUnbooked = (userId: number): SQL => sql`
  SELECT t.id, t.created_at, t.amount_paise, c.status AS kind, 'conversion' AS ref_type, c.id AS ref_id, false AS booked
    FROM conversions c
   CROSS JOIN LATERAL (
         SELECT l.id, l.created_at,
                CASE c.status WHEN 'pending' THEN c.pending_paise ELSE l.amount_paise END AS amount_paise
           FROM ledger_transfers l
          WHERE l.ref_type = 'conversion' AND l.ref_id = c.id
          ORDER BY l.id DESC LIMIT 1) t
   WHERE c.user_id = ${userId} AND c.status IN ('pending', 'rejected') AND t.amount_paise > 0
  UNION ALL
  SELECT t.id, t.created_at, -t.amount_paise, t.kind, t.ref_type, t.ref_id, false
    FROM adjustments a
    JOIN ledger_transfers t ON t.ref_type = 'adjustment' AND t.ref_id = a.id AND t.kind = 'correction_back_debt'
   WHERE a.user_id = ${userId}
  UNION ALL
  SELECT t.id, t.created_at, h.amount_paise, t.kind, t.ref_type, t.ref_id, false
    FROM held_money h
    JOIN ledger_transfers t ON t.reference = 'conversion:' || h.conversion_id || ':r' || h.revision || ':waiting'
   WHERE h.user_id = ${userId} AND h.state = 'waiting' AND h.amount_paise > 0`
