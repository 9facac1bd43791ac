import { sql } from 'drizzle-orm'
import { maskName } from '~/domain/accounts/rules'
import { db } from '~/platform/db/client.server'
import { parsePaise } from '~/platform/formats/money'

const PAGE_SIZE = 20

type Row = {
  count: number
  pages: number
  sum: string
  id: string | null
  username: string
  created_at: string
  is_gone: boolean
  brought: string
}

export async function listReferrals(userId: number, page = 1) {
  const rows = await db.execute<Row>(sql`
    WITH earned AS (
      SELECT c.user_id, sum(c.referral_paise - coalesce(h.paise, 0)) AS paise
        FROM conversions c
        LEFT JOIN (SELECT conversion_id, sum(amount_paise) AS paise FROM held_money
                    WHERE user_id = ${userId} AND state = 'waiting' GROUP BY conversion_id) h ON h.conversion_id = c.id
       WHERE c.referrer_id = ${userId} GROUP BY c.user_id),
    friends AS (
      SELECT u.id, u.username, u.created_at, u.deleted_at IS NOT NULL AS is_gone, coalesce(e.paise, 0) AS brought
        FROM users u LEFT JOIN earned e ON e.user_id = u.id
       WHERE u.referred_by = ${userId}),
    shown AS (SELECT * FROM friends ORDER BY id DESC LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE})
    SELECT t.count, ((t.count + ${PAGE_SIZE}::int - 1) / ${PAGE_SIZE}::int)::int AS pages, t.sum, s.*
      FROM (SELECT count(*)::int, coalesce(sum(brought), 0) AS sum FROM friends) t LEFT JOIN shown s ON true
     ORDER BY s.id DESC`)
  const { count, pages, sum } = rows[0]!
  return {
    friends: rows.flatMap(({ id, ...row }) => (id === null ? [] : [toFriend(id, row)])),
    count,
    brought: parsePaise(sum),
    page,
    pages,
  }
}

const toFriend = (id: string, row: Omit<Row, 'id'>) => ({
  id,
  name: row.is_gone ? null : maskName(row.username),
  joined: new Date(row.created_at),
  brought: parsePaise(row.brought),
})
