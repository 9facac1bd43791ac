import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { placeholders, prepared } from '~/platform/db/prepared.server'
import { brands, campaigns, WANTED } from '~/platform/db/schema/catalogue'
import { formatDate } from '~/platform/formats/dates'
import { listTopStores, type StoreTile } from './stores.server'
import { MOST_SHOWN } from './lists.server'
import { cardColumns, toCard } from './cards.server'
import { selectPinned } from './featured.server'
import { IS_ON_SALE, toMoment, toSale } from './flash-sale.server'
import { FIRST, MOST_FEATURED, type HomeList, type ShopFigures } from './home'
import type { EditedFaq } from './faq'
import { PAGE_LANGUAGE } from './language'
import { isLive } from './offer-conditions.server'
import { SELECT_EDITED_FAQ } from './page-texts.server'
import { MOST_QUOTES } from './testimonials.server'

export interface ListPart<Item> {
  items: Item[]
  more: boolean
}

/** One extra row tells whether there are more (docs/rules.md#12). */
const chooseLimit = (list: HomeList, open: readonly HomeList[]) =>
  open.includes(list) ? MOST_SHOWN : FIRST[list] + 1

function limitItems<Item>(all: Item[], list: HomeList, open: readonly HomeList[]): ListPart<Item> {
  const more = all.length > FIRST[list]
  return { items: open.includes(list) ? all : all.slice(0, FIRST[list]), more }
}

const WALK = sql.raw('500')

function selectBest(name: string, where: SQL, limit: SQL, above: string[]): SQL {
  const shown = above.map((table) => sql`SELECT id FROM ${sql.identifier(table)}`)
  return sql`${sql.identifier(name)} AS (
    SELECT id, rank FROM (SELECT c.id, c.rank, c.locale, c.popularity FROM campaigns c WHERE ${isLive('c')} AND ${where}
                           ORDER BY c.rank, c.id LIMIT ${WALK}) AS near
     WHERE locale = ${PAGE_LANGUAGE} AND popularity >= ${sql.raw(String(WANTED))} AND id <> ALL (ARRAY(${sql.join(shown, sql` UNION ALL `)}))
     ORDER BY rank, id LIMIT ${limit})`
}

const count = (most: number) => sql`${most}::int`
/** Of those that are featured. */
const countLeft = (...lists: string[]) =>
  lists.reduce(
    (left, list) => sql`${left} - (SELECT count(*) FROM ${sql.identifier(list)})`,
    count(MOST_FEATURED),
  )
const everything = sql`true`
const withCode = sql`c.code IS NOT NULL`

const MOMENT = placeholders('at')
const HAS_BANNER = sql`c.banner_url IS NOT NULL AND c.banner_url NOT IN ('', 'null')`
const ABOVE = ['sale', 'pin', 'banner', 'filler', 'deal', 'coupon']

/** Lists exclude offers of those above them. Coupons are chosen before an expanded list of deals can take theirs. */
const selectPicks = (open: readonly HomeList[]) => sql`(
  WITH sale AS (SELECT c.id, c.rank FROM planned_rates JOIN campaigns c ON c.id = planned_rates.campaign_id
                 WHERE ${isLive('c')} AND ${IS_ON_SALE} ORDER BY planned_rates.id DESC LIMIT 1),
  pin AS (${selectPinned(MOMENT.at, sql`SELECT id FROM sale`)}),
  ${sql.join(
    [
      selectBest('banner', HAS_BANNER, countLeft('pin'), ABOVE.slice(0, 2)),
      selectBest('filler', everything, countLeft('pin', 'banner'), ABOVE.slice(0, 3)),
      selectBest('deal', everything, count(FIRST.deals), ABOVE.slice(0, 4)),
      selectBest('coupon', withCode, count(FIRST.coupons), ABOVE.slice(0, 5)),
      selectBest('deal_more', everything, count(chooseLimit('deals', open) - FIRST.deals), ABOVE),
      selectBest('coupon_more', withCode, count(chooseLimit('coupons', open) - FIRST.coupons), [
        ...ABOVE,
        ...(open.includes('deals') ? ['deal_more'] : []),
      ]),
    ],
    sql`, `,
  )}
  ${sql.join(
    [...ABOVE, 'deal_more', 'coupon_more'].map(
      (list) =>
        sql`SELECT ${list}::text AS list, id, ${sql.raw(list === 'pin' ? 'place' : '0')} AS place FROM ${sql.identifier(list)}`,
    ),
    sql` UNION ALL `,
  )}) AS picks`

const selectLists = (open: readonly HomeList[]) =>
  prepared((reader) =>
    reader
      .select({ ...cardColumns, list: sql<string>`picks.list` })
      .from(campaigns)
      .innerJoin(selectPicks(open), sql`picks.id = campaigns.id`)
      .innerJoin(brands, sql`brands.id = campaigns.brand_id`)
      .orderBy(sql`picks.place`, campaigns.rank, campaigns.id),
  )

const listQueries = new Map<string, ReturnType<typeof selectLists>>()

function getListsQuery(open: readonly HomeList[]) {
  const key = [...open].sort().join(' ')
  let query = listQueries.get(key)
  if (!query) listQueries.set(key, (query = selectLists(open)))
  return query
}

export async function readHomeLists(open: readonly HomeList[] = [], now = new Date()) {
  const rows = await getListsQuery(open)(db, toMoment(now))
  const cards = (...lists: string[]) =>
    lists.flatMap((list) => rows.filter((row) => row.list === list).map(toCard))
  const sale = rows.find((row) => row.list === 'sale')
  return {
    banners: cards('pin', 'banner', 'filler'),
    sale: sale ? toSale(sale, now) : null,
    deals: limitItems(cards('deal', 'deal_more'), 'deals', open),
    coupons: limitItems(cards('coupon', 'coupon_more'), 'coupons', open),
  }
}

export async function listPopularStores(open: readonly HomeList[] = []): Promise<ListPart<StoreTile>> {
  return limitItems(await listTopStores(chooseLimit('stores', open)), 'stores', open)
}

export interface Quote {
  name: string
  body: string
  /** Left out of those of the demo, which are marked: their page has no bytes to spare. */
  is_real?: true
  source?: string
  source_url?: string
  /** A day as people read it. */
  day?: string
}

/** The job that measures ShopFigures; catalog cannot import it. */
export const SHOP_FIGURES_JOB = 'shop figures'

const selectHomeTexts = prepared((reader) =>
  reader
    .select({
      quotes: sql<
        (Omit<Quote, 'day'> & { said_on?: string })[] | null
      >`(SELECT json_strip_nulls(json_agg(q)) FROM (
        SELECT name, body, nullif(NOT is_demo, false) AS is_real, source, source_url, said_on FROM testimonials
         WHERE is_demo OR consent_on IS NOT NULL ORDER BY position, id LIMIT ${sql.raw(String(MOST_QUOTES))}) q)`,
      figures: sql<ShopFigures | null>`(SELECT result FROM jobs WHERE name = ${sql.placeholder('job')})`,
      faq: SELECT_EDITED_FAQ,
    })
    .from(sql`(SELECT) AS one`),
)

interface HomeTexts {
  quotes: Quote[]
  figures: ShopFigures | null
  /** Null: all of it is as in the code. */
  faq: EditedFaq | null
}

export async function readHomeTexts(): Promise<HomeTexts> {
  const [row] = await selectHomeTexts(db, { job: SHOP_FIGURES_JOB })
  const quotes = (row!.quotes ?? []).map(({ said_on, ...quote }) => ({
    ...quote,
    ...(said_on && { day: formatDate(new Date(said_on)) }),
  }))
  return { ...row!, quotes }
}
