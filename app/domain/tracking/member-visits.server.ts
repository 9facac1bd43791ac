import { inArray, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { NO_ORDER_DAYS } from './visit-states'
import { readVisits, type MemberVisit } from './read-visits.server'

const PAGE_SIZE = 20

const MOST_WITHOUT_ORDER = 1000

/** 'current': with an order, or too new to tell; 'no-order': the others of a year. */
export type VisitPart = 'current' | 'no-order' | 'all'

export interface VisitPage {
  items: MemberVisit[]
  page: number
  pages: number
  total: number
}

interface Listing {
  part?: VisitPart
  page?: number
  limit?: number
}

const DAYS = sql.raw(`interval '${NO_ORDER_DAYS} days'`)

const own = (userId: number, condition: SQL): SQL =>
  sql.join(
    ['user_id', 'claimed_by'].map(
      (owner) => sql`(
        SELECT k.id, k.seq, k.created_at FROM clicks k WHERE k.${sql.identifier(owner)} = ${userId} AND ${condition}
         ORDER BY k.created_at DESC LIMIT ${MOST_WITHOUT_ORDER})`,
    ),
    sql` UNION `,
  )

const selectSoldClicks = (userId: number): SQL =>
  sql`SELECT click_id FROM conversions WHERE user_id = ${userId}`

const withOrder = (userId: number): SQL => sql`
  SELECT k.id, k.seq, k.created_at FROM clicks k
   WHERE k.id IN (${selectSoldClicks(userId)})`

const newerThan = (age: SQL): SQL => sql`k.created_at > now() - ${age}`
const YEAR = sql.raw(`interval '1 year'`)

const selectPart = (userId: number, part: VisitPart): SQL => {
  if (part === 'no-order')
    return own(
      userId,
      sql`${newerThan(YEAR)} AND k.created_at <= now() - ${DAYS}
          AND k.id NOT IN (${selectSoldClicks(userId)})`,
    )
  return sql`${own(userId, newerThan(part === 'all' ? YEAR : DAYS))} UNION ${withOrder(userId)}`
}

export async function listMemberVisits(
  userId: number,
  { part = 'current', page = 1, limit = PAGE_SIZE }: Listing = {},
): Promise<VisitPage> {
  const rows = await db.execute<{ total: number; pages: number; id: string | null }>(sql`
    WITH listed AS MATERIALIZED (${selectPart(userId, part)})
    SELECT t.total, ((t.total + ${limit}::int - 1) / ${limit}::int)::int AS pages, s.id
      FROM (SELECT count(*)::int AS total FROM listed) t
      LEFT JOIN (SELECT * FROM listed ORDER BY created_at DESC, seq DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) s ON true
     ORDER BY s.created_at DESC, s.seq DESC`)
  const { total, pages } = rows[0]!
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const visits = ids.length ? await readVisits((clicks) => inArray(clicks.id, ids)) : []
  const items = visits.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.seq - a.seq)
  return { items, page, pages, total }
}
