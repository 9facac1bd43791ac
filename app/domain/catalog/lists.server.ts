import { eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { readCards, selectCards, toCard, type OfferCard } from './cards.server'
import { searchOffers } from './search.server'
import { addVotes } from './feedback.server'
import { countOffers, selectPage, type Selection } from './select-offers.server'
import { MOST_LISTED, type Sort } from './lists'

const PAGE_SIZE = 15
/** Maximum number of cards in a list (docs/rules.md#12). */
export const MOST_SHOWN = 60
const FIRST_SHOWN = 6

export interface CardPage<Item> {
  items: Item[]
  /** MOST_LISTED + 1 if there are more. */
  total: number
  page: number
  pages: number
}

export const buildPage = <Item>(
  items: Item[],
  total: number,
  page: number,
  size: number,
): CardPage<Item> => ({
  items,
  total,
  page,
  pages: Math.max(1, Math.ceil(Math.min(total, MOST_LISTED) / size)),
})

const choosePageSize = (showAll: boolean, page: number) =>
  showAll ? ([page, MOST_SHOWN] as const) : ([1, FIRST_SHOWN] as const)

export async function readCardPage(
  ids: number[],
  { showAll, page }: Pick<CategorySelection, 'showAll' | 'page'>,
): Promise<CardPage<OfferCard>> {
  const [at, size] = choosePageSize(showAll, page)
  const shown = ids.slice(0, MOST_LISTED).slice((at - 1) * size, at * size)
  return buildPage(await readCards(shown), ids.length, at, size)
}

export async function readOfferPage(
  selection: Selection,
  page: number,
  size = PAGE_SIZE,
): Promise<CardPage<OfferCard>> {
  const slice = selectPage(selection, page, size)
  const rows = await selectCards({ total: sql<number>`slice.total` })
    .innerJoin(sql`${slice} AS slice`, sql`campaigns.id = ANY (slice.ids)`)
    .orderBy(sql`array_position(slice.ids, campaigns.id)`)
  const total = rows[0]?.total ?? (await readTotal(selection))
  return buildPage(rows.map(toCard), total, page, size)
}

async function readTotal(selection: Selection): Promise<number> {
  const [row] = await db.execute<{ total: number }>(sql`SELECT ${countOffers(selection)} AS total`)
  return row!.total
}

export const listDeals = (page: number, sort?: Sort) => readOfferPage({ sort }, page)

export const listCoupons = (page: number, sort?: Sort) => readOfferPage({ only: 'code', sort }, page)

export async function listCouponsWithVotes(page: number, sort?: Sort): Promise<CardPage<OfferCard>> {
  const list = await listCoupons(page, sort)
  return { ...list, items: await addVotes(list.items) }
}

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
  const { categoryIds, q, showAll, page, sort, withCode, storeId } = selection
  if (q) return readCardPage(await searchOffers({ q, categoryIds }), { showAll, page })
  const only = withCode ? ('code' as const) : undefined
  const [at, size] = choosePageSize(showAll, page)
  return readOfferPage({ categoryIds, storeId, only, sort }, at, size)
}

export async function findSlug(id: number): Promise<string | null> {
  const [row] = await db.select({ slug: campaigns.slug }).from(campaigns).where(eq(campaigns.id, id))
  return row?.slug ?? null
}
