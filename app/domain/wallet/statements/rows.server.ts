import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { paise, parsePaise, type Paise } from '~/platform/formats/money'
import { describeKind, describeMovement } from '../history'
import { LAST_ID, signFor, unionSides, type Side, transactionNumber } from '../history.server'
import type { StatementPeriod } from '../statements'

export interface StatementRow {
  id: string
  number: string
  created_at: Date
  amount: Paise
  description: string
  store: string | null
  paid_at: Date | null
}

export interface StatementSums {
  opening: Paise
  closing: Paise
  rows: number
  kinds: { words: string; amount: Paise }[]
  lastId: string
}

const selectAccount = (userId: number): SQL =>
  sql`account AS (SELECT id FROM ledger_accounts WHERE code = 'user_available' AND user_id = ${userId})`

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`

type KindRow = { kind: string; before: string; inside: string; rows: number; last_id: string }

export async function readStatementSums(
  userId: number,
  { begins, ends }: StatementPeriod,
): Promise<StatementSums> {
  const own = unionSides(
    (side) => sql`
      SELECT t.id, t.kind, t.created_at, ${signFor(side)}t.amount_paise AS amount_paise
        FROM account a JOIN ledger_transfers t ON t.${sql.identifier(side)} = a.id WHERE t.created_at < ${at(ends)}`,
  )
  const kinds = await db.execute<KindRow>(sql`
    WITH ${selectAccount(userId)}, own AS (${own})
    SELECT kind, coalesce(sum(amount_paise) FILTER (WHERE created_at < ${at(begins)}), 0)::text AS before,
           coalesce(sum(amount_paise) FILTER (WHERE created_at >= ${at(begins)}), 0)::text AS inside,
           count(*) FILTER (WHERE created_at >= ${at(begins)})::int AS rows, max(id)::text AS last_id
      FROM own GROUP BY kind ORDER BY min(id)`)
  return addKinds(kinds)
}

function addKinds(kinds: KindRow[]): StatementSums {
  const sums = new Map<string, bigint>()
  let [opening, closing, rows, lastId] = [0n, 0n, 0, 0n]
  for (const { kind, before, inside, rows: count, last_id } of kinds) {
    opening += BigInt(before)
    closing += BigInt(before) + BigInt(inside)
    rows += count
    if (BigInt(last_id) > lastId) lastId = BigInt(last_id)
    const words = describeKind(kind)
    if (count > 0) sums.set(words, (sums.get(words) ?? 0n) + BigInt(inside))
  }
  return {
    opening: paise(opening),
    closing: paise(closing),
    rows,
    kinds: [...sums].map(([words, amount]) => ({ words, amount: paise(amount) })),
    lastId: String(lastId),
  }
}

interface Part {
  period: StatementPeriod | null
  after: string
  lastId?: string
  most: number
}

type Row = {
  id: string
  number: string
  created_at: string
  amount_paise: string
  kind: string
  withdrawal_status: string | null
  store: string | null
  paid_at: string | null
}

/** Oldest first. Append-only rows in the order of ids make parts consistent without one snapshot. */
export async function readStatementRows(userId: number, part: Part): Promise<StatementRow[]> {
  const rows = await db.execute<Row>(sql`
    WITH ${selectAccount(userId)},
    shown AS (SELECT * FROM (${unionSides((side) => selectSide(side, part))}) own ORDER BY id LIMIT ${part.most})
    SELECT m.id, ${transactionNumber} AS number, m.created_at, m.amount_paise, m.kind,
           (SELECT w.status FROM withdrawals w WHERE m.ref_type = 'withdrawal' AND w.id = m.ref_id) AS withdrawal_status,
           (SELECT w.updated_at FROM withdrawals w WHERE m.kind = 'hold' AND w.status = 'paid' AND w.id = m.ref_id) AS paid_at,
           (SELECT b.name FROM conversions c JOIN campaigns p ON p.id = c.campaign_id JOIN brands b ON b.id = p.brand_id
             WHERE c.user_id = ${userId} AND c.id = CASE m.ref_type WHEN 'conversion' THEN m.ref_id
                   WHEN 'adjustment' THEN (SELECT j.conversion_id FROM adjustments j WHERE j.id = m.ref_id) END) AS store
      FROM shown m
     ORDER BY m.id`)
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    created_at: new Date(row.created_at),
    amount: parsePaise(row.amount_paise),
    description: describeMovement(row.kind, row.withdrawal_status),
    store: row.store,
    paid_at: row.paid_at === null ? null : new Date(row.paid_at),
  }))
}

function selectSide(side: Side, { period, after, lastId = LAST_ID, most }: Part): SQL {
  const account = sql.identifier(side)
  const inPeriod = period
    ? sql`l.created_at >= ${at(period.begins)} AND l.created_at < ${at(period.ends)}`
    : sql`true`
  return sql`
    SELECT t.id, t.created_at, ${signFor(side)}t.amount_paise AS amount_paise, t.kind, t.ref_type, t.ref_id
      FROM account a CROSS JOIN LATERAL (
        SELECT * FROM ledger_transfers l
         WHERE (l.${account}, l.id) > (a.id, ${after}::bigint) AND (l.${account}, l.id) <= (a.id, ${lastId}::bigint)
           AND ${inPeriod}
         ORDER BY l.${account}, l.id LIMIT ${most}) t`
}
