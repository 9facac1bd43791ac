import { and, eq, ilike, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { byRank, selectCards, toCard, type CampaignCard } from '../cards/cards.server'
import { isLive, likePart } from '../unexpired.server'

const PAGE_SIZE = 15
/** Maximum number of cards in a list (docs/rules.md#12). */
export const MOST_SHOWN = 60
const FIRST_SHOWN = 6

export interface CardPage<Item> {
  items: Item[]
  total: number
  page: number
  pages: number
}

async function pageOf(
  where: SQL | undefined,
  page: number,
  size = PAGE_SIZE,
): Promise<CardPage<CampaignCard>> {
  const [rows, [count]] = await Promise.all([
    selectCards()
      .where(where)
      .orderBy(...byRank)
      .limit(size)
      .offset((page - 1) * size),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(campaigns)
      .where(where),
  ])
  const total = count?.total ?? 0
  return { items: rows.map(toCard), total, page, pages: Math.max(1, Math.ceil(total / size)) }
}

export const listDeals = (page: number) => pageOf(isLive(), page)

export const listCoupons = (page: number) => pageOf(and(isLive(), isNotNull(campaigns.code)), page)

export interface CategorySelection {
  categoryIds: number[]
  q: string
  showAll: boolean
  page: number
}

export function listByCategory({ categoryIds, q, showAll, page }: CategorySelection) {
  const where = and(
    isLive(),
    categoryIds.length ? inArray(campaigns.category_id, categoryIds) : undefined,
    q ? ilike(campaigns.title, `%${likePart(q)}%`) : undefined,
  )
  return showAll ? pageOf(where, page, MOST_SHOWN) : pageOf(where, 1, FIRST_SHOWN)
}

/** Also finds hidden campaigns. */
export async function findSlug(id: number): Promise<string | null> {
  const [row] = await db.select({ slug: campaigns.slug }).from(campaigns).where(eq(campaigns.id, id))
  return row?.slug ?? null
}
