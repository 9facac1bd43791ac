/** Everything that the second reader needs of some members, of one moment. Ids are texts, amounts whole paise as bigint. */
import { sql, type SQL } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { isRupees } from '~/platform/formats/money'
import { BEGIN } from '../audit'
import { GUEST_ID } from '~/domain/tracking/guest'
import { readInboxRow } from '~/domain/tracking/inbox-row.server'
import type { RecomputedPromise, RecomputedReport } from './rules'

type Facts<Text extends string, Flag extends string, Amount extends string> = Record<Text, string> &
  Record<Flag, boolean> &
  Record<Amount, bigint>

/** The query selects these amounts as text. */
async function readRows<Row extends object, Amount extends string>(
  reader: Reader,
  query: SQL,
  amounts: readonly Amount[],
): Promise<(Row & Record<Amount, bigint>)[]> {
  const rows = await reader.execute<Record<string, unknown>>(query)
  return rows.map((row) => ({
    ...(row as Row),
    ...(Object.fromEntries(amounts.map((name) => [name, BigInt(row[name] as string)])) as Record<
      Amount,
      bigint
    >),
  }))
}

const list = (ids: readonly string[]) => `{${ids.join()}}`

/** `wallet_`: as the member sees it. `moved_`: by the transfers. `steps_`: by the steps of withdrawals. */
const MEMBER_AMOUNTS = [
  'wallet_pending',
  'wallet_clearing',
  'wallet_available',
  'wallet_debt',
  'moved_pending',
  'moved_clearing',
  'moved_available',
  'moved_debt',
  'moved_given_up',
  'moved_paid',
  'steps_in_flight',
  'steps_paid',
  'adjusted',
  'inherited',
] as const

export type StoredMember = Facts<'id', 'has_left', (typeof MEMBER_AMOUNTS)[number]>

const BALANCES = `
  sum(amount) FILTER (WHERE code = 'user_pending') AS pending,
  sum(amount) FILTER (WHERE code = 'payout_clearing') AS clearing,
  sum(amount) FILTER (WHERE code = 'user_available') AS available,
  -sum(amount) FILTER (WHERE code = 'user_debt') AS debt`

/** The next members after this id. */
export const readMembers = (reader: Reader, after: string, limit: number): Promise<StoredMember[]> =>
  readRows<Facts<'id', 'has_left', never>, (typeof MEMBER_AMOUNTS)[number]>(
    reader,
    sql`
    WITH members AS (
      SELECT id, deleted_at IS NOT NULL AS has_left FROM users WHERE id > ${after}::bigint ORDER BY id LIMIT ${limit}),
    own AS (
      SELECT a.*, a.credits_paise - a.debits_paise AS amount FROM ledger_accounts a JOIN members m ON m.id = a.user_id),
    wallet AS (
      SELECT user_id, ${sql.raw(BALANCES)} FROM own GROUP BY user_id),
    sides AS (
      SELECT o.user_id, o.code, t.amount_paise AS amount, t.debit_account AS other
        FROM own o JOIN ledger_transfers t ON t.credit_account = o.id
       UNION ALL
      SELECT o.user_id, o.code, -t.amount_paise, t.credit_account
        FROM own o JOIN ledger_transfers t ON t.debit_account = o.id),
    moved AS (
      SELECT s.user_id, ${sql.raw(BALANCES)},
             -sum(amount) FILTER (WHERE house = 'forfeited_balances') AS given_up, -sum(amount) FILTER (WHERE house = 'bank') AS paid
        FROM sides s LEFT JOIN (SELECT id, code AS house FROM ledger_accounts WHERE user_id = 0) h ON h.id = s.other
       GROUP BY s.user_id),
    steps AS (
      SELECT w.user_id, sum(w.amount_paise) FILTER (WHERE l.status IN ('requested', 'processing', 'unknown', 'failed')) AS in_flight,
             sum(w.amount_paise) FILTER (WHERE l.status = 'paid') AS paid
        FROM withdrawals w JOIN members m ON m.id = w.user_id
       CROSS JOIN LATERAL (SELECT status FROM withdrawal_steps s WHERE s.withdrawal_id = w.id ORDER BY s.id DESC LIMIT 1) l
       GROUP BY w.user_id),
    adjusted AS (
      SELECT a.user_id, sum(CASE a.kind WHEN 'debit' THEN -a.amount_paise ELSE a.amount_paise END) AS amount
        FROM adjustments a JOIN members m ON m.id = a.user_id WHERE a.state = 'applied' GROUP BY a.user_id),
    inherited AS (
      SELECT d.user_id, sum(d.amount) AS amount
        FROM (SELECT user_id, moved_paise AS amount FROM departures
               UNION ALL SELECT returned_as, -moved_paise FROM departures WHERE returned_as IS NOT NULL) d
        JOIN members m ON m.id = d.user_id GROUP BY d.user_id)
    SELECT m.id::text, m.has_left,
           coalesce(w.pending, 0)::text AS wallet_pending, coalesce(w.clearing, 0)::text AS wallet_clearing,
           coalesce(w.available, 0)::text AS wallet_available, coalesce(w.debt, 0)::text AS wallet_debt,
           coalesce(t.pending, 0)::text AS moved_pending, coalesce(t.clearing, 0)::text AS moved_clearing,
           coalesce(t.available, 0)::text AS moved_available, coalesce(t.debt, 0)::text AS moved_debt,
           coalesce(t.given_up, 0)::text AS moved_given_up, coalesce(t.paid, 0)::text AS moved_paid,
           coalesce(s.in_flight, 0)::text AS steps_in_flight, coalesce(s.paid, 0)::text AS steps_paid,
           coalesce(j.amount, 0)::text AS adjusted, coalesce(i.amount, 0)::text AS inherited
      FROM members m
      LEFT JOIN wallet w ON w.user_id = m.id LEFT JOIN moved t ON t.user_id = m.id LEFT JOIN steps s ON s.user_id = m.id
      LEFT JOIN adjusted j ON j.user_id = m.id LEFT JOIN inherited i ON i.user_id = m.id
     ORDER BY m.id`,
    MEMBER_AMOUNTS,
  )

/**
 * `referral` includes what waits for a signal about the referrer (`waiting`), and not what an upheld one or a departure has ended
 * (`ended`). `share`: the referrer's, in hundredths of a percent.
 */
const SALE_AMOUNTS = ['pending', 'granted', 'referral', 'waiting', 'ended', 'share'] as const

type SaleRow = Facts<
  'id' | 'network' | 'click_id' | 'owner' | 'status' | 'click_owner' | 'payout_model' | 'currency',
  // `is_inherited`: from before rows had digests.
  'is_inherited' | 'has_left' | 'has_referrer_left',
  (typeof SALE_AMOUNTS)[number]
> &
  Record<'referrer' | 'referred_by' | 'payout' | 'cap', string | null>

export interface StoredSale extends SaleRow {
  promised: RecomputedPromise
  reports: RecomputedReport[]
  /** Why the raw reports do not say what the sale is worth; null: they do. */
  unread: string | null
  /** A click that an applied raw report names, and that is not the sale's. */
  otherClick: string | null
}

/** The sales of these members' clicks, and those that are stored as theirs or their friends'. */
export async function readSales(reader: Reader, memberIds: readonly string[]): Promise<StoredSale[]> {
  const ids = list(memberIds.filter((id) => id !== String(GUEST_ID)))
  const rows = await readRows<SaleRow, (typeof SALE_AMOUNTS)[number]>(
    reader,
    sql`
    WITH wanted AS (
      SELECT id FROM conversions WHERE user_id = ANY (${ids}::bigint[])
       UNION SELECT id FROM conversions WHERE referrer_id = ANY (${ids}::bigint[])
       UNION SELECT c.id FROM clicks k JOIN conversions c ON c.click_id = k.id WHERE k.user_id = ANY (${ids}::bigint[])
       UNION SELECT c.id FROM clicks k JOIN conversions c ON c.click_id = k.id WHERE k.claimed_by = ANY (${ids}::bigint[]))
    SELECT c.id::text, c.network, c.click_id, c.user_id::text AS owner, c.referrer_id::text AS referrer, c.status,
           c.pending_paise::text AS pending, c.granted_paise::text AS granted, c.referral_paise::text AS referral,
           coalesce(h.waiting, 0)::text AS waiting, coalesce(h.ended, 0)::text AS ended,
           c.created_at <= ${sql.raw(BEGIN)} AS is_inherited,
           k.payout_model, k.currency, k.payout_hundredths::text AS payout, k.cap_paise::text AS cap,
           k.referral_hundredths::text AS share, o.id::text AS click_owner, o.deleted_at IS NOT NULL AS has_left,
           o.referred_by::text AS referred_by, r.deleted_at IS NOT NULL AS has_referrer_left
      FROM wanted
      JOIN conversions c USING (id)
      JOIN clicks k ON k.id = c.click_id
      JOIN users o ON o.id = coalesce(k.claimed_by, k.user_id)
      LEFT JOIN users r ON r.id = c.referrer_id
      LEFT JOIN LATERAL (
        SELECT sum(amount_paise) FILTER (WHERE state = 'waiting') AS waiting, sum(amount_paise) FILTER (WHERE state = 'ended') AS ended
          FROM held_money WHERE conversion_id = c.id AND kind = 'referral') h ON true
     ORDER BY c.id`,
    SALE_AMOUNTS,
  )
  const sales = rows.map((row): StoredSale => {
    const payout = toBigint(row.payout)
    const isPercentage = row.payout_model === 'percentage'
    const promised = {
      percent: isPercentage ? payout : null,
      flat: !isPercentage && isRupees(row.currency) ? payout : null,
      cap: toBigint(row.cap),
    }
    return { ...row, promised, reports: [], unread: null, otherClick: null }
  })
  await addReports(reader, sales)
  return sales
}

const toBigint = (text: string | null) => (text === null ? null : BigInt(text))

/** What counted for the sale: what was applied, and the newest report of a guest's sale that a limit stopped when it was claimed. */
async function addReports(reader: Reader, sales: readonly StoredSale[]): Promise<void> {
  const byId = new Map(sales.map((sale) => [sale.id, sale]))
  const rows = await readRows<
    Facts<'sale_id' | 'network' | 'method', 'is_limited', never> &
      Record<'accepted_at' | 'credited', string | null> & { raw: Record<string, string> },
    'id' | 'applied_at'
  >(
    reader,
    sql`
    SELECT i.id::text, i.conversion_id::text AS sale_id, i.network, i.method, i.raw, i.outcome <> 'applied' AS is_limited,
           (extract(epoch FROM i.processed_at) * 1000000)::bigint::text AS applied_at,
           (extract(epoch FROM i.resolved_at) * 1000000)::bigint::text AS accepted_at,
           (SELECT sum(m.amount_paise) FROM manual_credits m WHERE m.report_id = i.id AND m.source = 'report')::text AS credited
      FROM postback_inbox i
     WHERE i.conversion_id = ANY (${list([...byId.keys()])}::bigint[])
       AND (i.outcome = 'applied' OR (i.outcome = 'quarantined' AND i.reason LIKE 'over-%-limit' AND EXISTS (
             SELECT 1 FROM conversions c JOIN clicks k ON k.id = c.click_id
              WHERE c.report_id = i.id AND k.claimed_by IS NOT NULL)))
     ORDER BY i.id`,
    ['id', 'applied_at'],
  )
  for (const { id, applied_at: appliedAt, is_limited: isLimited, ...row } of rows) {
    const sale = byId.get(row.sale_id)!
    const read = readInboxRow(row)
    if ('quarantined' in read) sale.unread ??= `report ${id} cannot be read: ${read.quarantined}`
    else if (read.clickId !== sale.click_id || row.network !== sale.network)
      sale.otherClick ??= `report ${id} is of click ${read.clickId} at ${row.network}`
    else {
      if (isLimited) sale.reports.length = 0
      sale.reports.push({
        id,
        status: isLimited ? 'pending' : read.report,
        sale: read.amount,
        appliedAt,
        acceptedAt: toBigint(row.accepted_at),
        credited: toBigint(row.credited),
      })
    }
  }
}
