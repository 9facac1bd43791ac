import { sql, type SQL } from 'drizzle-orm'
import { selectImage } from '~/domain/catalog/image-columns.server'
import { db } from '~/platform/db/client.server'
import { parsePaise, type Paise } from '~/platform/formats/money'
import { describeMovement, findMark, findPart, listKinds, type HistoryPart, type Mark } from './history'

const PAGE_SIZE = 20

export interface HistoryItem {
  id: string
  created_at: Date
  amount: Paise
  description: string
  part: HistoryPart
  mark: Mark
  store: string | null
  logo: string | null
  state: 'booked' | 'pending' | 'rejected'
  balance: Paise | null
  withdrawable_at: Date | null
  /** For a paid withdrawal; `created_at` is the time of its request. */
  paid: { at: Date; utr: string | null } | null
}

type Movement = Pick<HistoryItem, 'id' | 'store' | 'logo'> & {
  created_at: string
  amount_paise: string
  balance_paise: string | null
  kind: string
  withdrawal_status: string | null
  withdrawable_at: string | null
  paid_at: string | null
  utr: string | null
}

/** A page beyond the last returns one row with only `total` and `pages`. */
type Row = { total: number; pages: number } & (Movement | { id: null })

export async function listWalletHistory(
  userId: number,
  {
    page = 1,
    limit = PAGE_SIZE,
    part = null,
  }: { page?: number; limit?: number; part?: HistoryPart | null } = {},
): Promise<{ items: HistoryItem[]; page: number; pages: number; total: number }> {
  const kinds = part === null ? null : listKinds(part)
  const rows = await db.execute<Row>(sql`
    WITH account AS (
      SELECT id, credits_paise - debits_paise AS balance FROM ledger_accounts
       WHERE code = 'user_available' AND user_id = ${userId}),
    unbooked AS (SELECT * FROM (${selectUnbooked(userId)}) u WHERE ${filterByKinds(kinds)}),
    listed AS (
      ${unionSides((side) => selectSide(side, page * limit, kinds))} UNION ALL SELECT * FROM unbooked),
    shown AS (SELECT * FROM listed ORDER BY id DESC, booked LIMIT ${limit} OFFSET ${(page - 1) * limit}),
    newer AS (${unionSides(selectNewer)}),
    balances AS (
      SELECT n.id, a.balance - coalesce(sum(n.amount_paise) OVER (ORDER BY n.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
             AS balance_paise FROM newer n, account a),
    counted AS MATERIALIZED (
      SELECT (${countSide('credit_account', kinds)} + ${countSide('debit_account', kinds)}
                    + (SELECT count(*) FROM unbooked))::int AS total)
    SELECT t.total, ((t.total + ${limit}::int - 1) / ${limit}::int)::int AS pages, ${transactionNumber} AS id, m.created_at, m.amount_paise, s.balance_paise, m.kind,
           w.status AS withdrawal_status, b.name AS store, ${selectImage(sql`b.img`)} AS logo,
           h.until AS withdrawable_at, CASE WHEN m.kind = 'hold' AND w.status = 'paid' THEN w.updated_at END AS paid_at, w.utr
      FROM counted t
      LEFT JOIN shown m ON true
      LEFT JOIN balances s ON m.booked AND s.id = m.id
      LEFT JOIN withdrawals w ON m.ref_type = 'withdrawal' AND w.id = m.ref_id
      LEFT JOIN adjustments j ON m.ref_type = 'adjustment' AND j.id = m.ref_id
      LEFT JOIN conversions c ON c.id = CASE m.ref_type WHEN 'conversion' THEN m.ref_id ELSE j.conversion_id END
      LEFT JOIN ledger_transfers t2 ON t2.id = m.id
      LEFT JOIN held_money h ON m.ref_type = 'conversion' AND h.conversion_id = m.ref_id AND h.kind = m.kind
            AND h.user_id = ${userId} AND t2.reference = 'conversion:' || h.conversion_id || ':r' || h.revision || ':' || h.kind
            AND h.state = 'granted' AND h.amount_paise > 0 AND h.until > now()
      LEFT JOIN campaigns p ON p.id = c.campaign_id AND c.user_id = ${userId}
      LEFT JOIN brands b ON b.id = p.brand_id
     ORDER BY m.id DESC, m.booked`)
  const { total, pages } = rows[0]!
  const items = rows.flatMap((row) => (row.id === null ? [] : [toHistoryItem(row)]))
  return { items, page, pages, total }
}

const STATES: Record<string, HistoryItem['state']> = {
  pending: 'pending',
  referral_waiting: 'pending',
  rejected: 'rejected',
}

const toHistoryItem = ({ id, store, logo, kind, ...row }: Movement): HistoryItem => ({
  id,
  created_at: new Date(row.created_at),
  amount: parsePaise(row.amount_paise),
  description: describeMovement(kind, row.withdrawal_status),
  part: findPart(kind),
  mark: findMark(kind, row.withdrawal_status),
  store,
  logo,
  state: STATES[kind] ?? 'booked',
  balance: row.balance_paise === null ? null : parsePaise(row.balance_paise),
  withdrawable_at: row.withdrawable_at === null ? null : new Date(row.withdrawable_at),
  paid: row.paid_at === null ? null : { at: new Date(row.paid_at), utr: row.utr },
})

/** Constants of the statement: with a parameter the planner would not know how few rows are needed. */
const DEPTHS = [50, 200, 1_000]

/** Newest first. The row comparison forces the index (account, id); deep pages read all movements. */
function selectSide(side: Side, most: number, kinds: string[] | null): SQL {
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

const filterByKinds = (kinds: string[] | null) => (kinds ? sql`kind IN ${kinds}` : sql`true`)

const countSide = (side: Side, kinds: string[] | null): SQL => sql`
  (SELECT count(*) FROM account a JOIN ledger_transfers t ON t.${sql.identifier(side)} = a.id
    WHERE ${filterByKinds(kinds)})`

/** Movements after the oldest shown one: the balance is computed backwards from the account's stored sums. */
const selectNewer = (side: Side): SQL => sql`
  SELECT t.id, ${signFor(side)}t.amount_paise AS amount_paise FROM account a
    JOIN ledger_transfers t ON t.${sql.identifier(side)} = a.id
   WHERE t.id >= (SELECT min(id) FROM shown WHERE booked)`

const selectUnbooked = (userId: number): SQL => sql`
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

export type Side = 'debit_account' | 'credit_account'

export const LAST_ID = '9223372036854775807'

export const signFor = (side: Side): SQL => sql.raw(side === 'debit_account' ? '-' : '+')

export const unionSides = (select: (side: Side) => SQL): SQL =>
  sql`(${select('credit_account')}) UNION ALL (${select('debit_account')})`

const PENDING_KINDS: [kinds: string[], pending: string, credit: string][] = [
  [['pending', 'rejected', 'cashback'], 'pending', 'cashback'],
  [['referral_waiting', 'referral'], 'referral_waiting', 'referral'],
]

/** SQL: a confirmed credit keeps the number of its first pending transfer (docs/rules.md#28). */
export const transactionNumber: SQL = sql`CASE ${sql.join(
  PENDING_KINDS.map(
    ([kinds, pending, credit]) => sql`
      WHEN m.ref_type = 'conversion' AND m.kind IN ${kinds} THEN coalesce((
        SELECT min(p.id) FROM ledger_transfers p
         WHERE p.ref_type = 'conversion' AND p.ref_id = m.ref_id AND p.kind = ${pending} AND p.id <= m.id
           AND p.id > coalesce((
               SELECT max(c.id) FROM ledger_transfers c
                WHERE c.ref_type = 'conversion' AND c.ref_id = m.ref_id AND c.kind = ${credit}
                  AND (c.id < m.id OR c.id = m.id AND m.kind <> ${credit})), 0)), m.id)`,
  ),
  sql` `,
)} ELSE m.id END`
