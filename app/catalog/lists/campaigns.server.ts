import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { byRank, selectCards, toCard, type CampaignCard } from '../cards/cards.server'
import { MOST_FOUND, searchCampaigns } from '../search/search.server'
import { isLive } from '../unexpired.server'
import { ALL, readSlice, sliceOfPage, totalOf, WITH_CODE, type Shelf } from './shelf.server'
import { listSorted, type Selection } from './sorted.server'
import { MOST_SORTED, type Sort } from './sorts'

const PAGE_SIZE = 15
/** Maximum number of cards in a list (docs/rules.md#12). */
export const MOST_SHOWN = 60
const FIRST_SHOWN = 6

export interface CardPage<Item> {
  items: Item[]
  total: number
  page: number
  pages: number
  /** There are more than `total`, which is where a search or a sorted list stops counting. */
  isMore?: boolean
}

/** A page of what a search found, in that order. */
export const pageFound = (ids: number[], { showAll, page }: Pick<CategorySelection, 'showAll' | 'page'>) =>
  pageOfIds(ids, sizeOf(showAll, page), MOST_FOUND)

async function pageOfIds(
  ids: number[],
  [at, size]: readonly [number, number],
  most: number,
): Promise<CardPage<CampaignCard>> {
  const found = ids.slice(0, most)
  const shown = found.slice((at - 1) * size, at * size)
  const rows = shown.length
    ? await selectCards()
        .where(inArray(campaigns.id, shown))
        .orderBy(sql`array_position(${`{${shown.join(',')}}`}::bigint[], campaigns.id)`)
    : []
  return { ...pageWith(rows.map(toCard), found.length, at, size), isMore: ids.length > most }
}

/** Up to MOST_SORTED offers. */
export const pageSorted = async (selection: Selection, page: number, size = PAGE_SIZE) =>
  pageOfIds(await listSorted(selection), [page, size], MOST_SORTED)

const sizeOf = (showAll: boolean, page: number) =>
  showAll ? ([page, MOST_SHOWN] as const) : ([1, FIRST_SHOWN] as const)

async function pageOfShelf(shelf: Shelf, page: number, size = PAGE_SIZE): Promise<CardPage<CampaignCard>> {
  const { rows, total } = await readSlice(shelf, sliceOfPage(page, size), selectShelf)
  return pageWith(rows.map(toCard), total, page, size)
}

export const selectShelf = (slice: SQL) =>
  selectCards({ total: sql<number>`slice.total`, skipped: sql<number>`slice.skipped` })
    .innerJoin(sql`${slice} AS slice`, sql`campaigns.id = ANY (slice.ids)`)
    .orderBy(...byRank)

const pageWith = <Item>(items: Item[], total: number, page: number, size: number, most = total) => ({
  items,
  total,
  page,
  pages: Math.max(1, Math.ceil(Math.min(total, most) / size)),
})

export const listDeals = (page: number, sort: Sort = 'popular') =>
  sort === 'popular' ? pageOfShelf(ALL, page) : pageSorted({ categoryIds: [], sort }, page)

export const listCoupons = (page: number, sort: Sort = 'popular') =>
  sort === 'popular'
    ? pageOfShelf(WITH_CODE, page)
    : pageSorted({ categoryIds: [], only: 'code', sort }, page)

export interface CategorySelection {
  categoryIds: number[]
  q: string
  showAll: boolean
  page: number
  sort?: Sort
  withCode?: boolean
  storeId?: number | undefined
}

export async function listByCategory(selection: CategorySelection) {
  const { categoryIds, q, showAll, page, sort = 'popular', withCode = false, storeId } = selection
  const [at, size] = sizeOf(showAll, page)
  if (q) return pageFound(await searchCampaigns({ q, categoryIds }), { showAll, page })
  if (sort !== 'popular' || withCode || storeId !== undefined)
    return pageSorted({ categoryIds, storeId, only: withCode ? 'code' : undefined, sort }, at, size)
  const [only] = categoryIds
  if (categoryIds.length > 1) return pageOfSeveral(categoryIds, at, size)
  return pageOfShelf(only === undefined ? ALL : { of: 'category', id: only }, at, size)
}

/** The best of each category, merged. Further pages would read all that stand before them in every category. */
const MOST_OF_SEVERAL = 1000

async function pageOfSeveral(ids: number[], page: number, size: number): Promise<CardPage<CampaignCard>> {
  const last = Math.min(page * size, MOST_OF_SEVERAL)
  const first = Math.min((page - 1) * size, last)
  const totals = ids.map((id) => totalOf({ of: 'category', id }))
  const several = sql`(SELECT ${sql.join(totals, sql` + `)} AS total, ARRAY(
    SELECT best.id FROM unnest(ARRAY[${sql.join(
      ids.map((id) => sql`${id}::int`),
      sql`, `,
    )}]) AS category
     CROSS JOIN LATERAL (SELECT c.id, c.rank FROM campaigns c WHERE c.category_id = category AND ${isLive('c')}
                          ORDER BY c.rank, c.id LIMIT ${sql.raw(String(last))}) AS best
     ORDER BY best.rank, best.id LIMIT ${sql.raw(String(last - first))} OFFSET ${sql.raw(String(first))}) AS ids)`
  const rows = await selectCards({ total: sql<number>`slice.total` })
    .innerJoin(sql`${several} AS slice`, sql`campaigns.id = ANY (slice.ids)`)
    .orderBy(...byRank)
  const total = rows[0]?.total ?? (await readTotal(totals))
  return pageWith(rows.map(toCard), total, page, size, MOST_OF_SEVERAL)
}

async function readTotal(totals: SQL[]): Promise<number> {
  const [row] = await db.execute<{ total: number }>(sql`SELECT ${sql.join(totals, sql` + `)} AS total`)
  return row!.total
}

/** Also finds hidden campaigns. */
export async function findSlug(id: number): Promise<string | null> {
  const [row] = await db.select({ slug: campaigns.slug }).from(campaigns).where(eq(campaigns.id, id))
  return row?.slug ?? null
}
