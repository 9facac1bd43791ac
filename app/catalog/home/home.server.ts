import { and, asc, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { flashSales, testimonials } from '~/db/schema/editorial'
import { dayInIndia, midnightInIndia } from '~/formats/dates'
import { listTopStores, type BrandCard } from '../brands.server'
import { MOST_SHOWN } from '../lists/campaigns.server'
import { cardColumns, selectCards, toCard, type CampaignCard, type CardRow } from '../cards/cards.server'
import { FIRST, type Shelf } from './home'
import { isLive } from '../unexpired.server'

const MOST_BANNERS = 8

export interface ShelfPart<Item> {
  items: Item[]
  more: boolean
}

export interface Shelves {
  banners: CampaignCard[]
  sale: FlashSale | null
  deals: ShelfPart<CampaignCard>
  coupons: ShelfPart<CampaignCard>
}

export interface FlashSale extends CampaignCard {
  /** Midnight in India. What is left of the day is for the page to say: its data must not change each second. */
  endsAt: string
}

/** Maximum for an open list (docs/rules.md#12); otherwise one extra row tells whether there are more. */
const limitOf = (shelf: Shelf, open: readonly Shelf[]) =>
  open.includes(shelf) ? MOST_SHOWN : FIRST[shelf] + 1

function shown<Item>(all: Item[], shelf: Shelf, open: readonly Shelf[]): ShelfPart<Item> {
  const more = all.length > FIRST[shelf]
  return { items: open.includes(shelf) ? all : all.slice(0, FIRST[shelf]), more }
}

const pick = (list: string, where: SQL, limit: number) =>
  sql`(SELECT ${list}::text AS list, c.id FROM campaigns c WHERE ${isLive('c')} AND ${where} ORDER BY c.rank, c.id LIMIT ${limit})`

function saleOn(now: Date): SQL {
  const { date, weekday } = dayInIndia(now)
  return sql`(flash_sales.on_date = ${date}::date OR flash_sales.weekday = ${weekday}::int)`
}

/** One query for all lists: the ids of each list by its own index, then their cards. */
export async function readShelves(open: readonly Shelf[] = [], now = new Date()): Promise<Shelves> {
  const picks = sql`(${sql.join(
    [
      pick('banner', sql`c.banner_url IS NOT NULL AND c.banner_url NOT IN ('', 'null')`, MOST_BANNERS),
      pick('deal', sql`true`, limitOf('deals', open)),
      pick('coupon', sql`c.code IS NOT NULL`, limitOf('coupons', open)),
      sql`(SELECT 'sale', c.id FROM flash_sales JOIN campaigns c ON c.id = flash_sales.campaign_id
            WHERE ${isLive('c')} AND ${saleOn(now)} ORDER BY flash_sales.on_date IS NULL LIMIT 1)`,
    ],
    sql` UNION ALL `,
  )}) AS picks`
  const rows = await db
    .select({ ...cardColumns, list: sql<string>`picks.list` })
    .from(campaigns)
    .innerJoin(picks, sql`picks.id = campaigns.id`)
    .innerJoin(brands, sql`brands.id = campaigns.brand_id`)
    .orderBy(campaigns.rank, campaigns.id)
  const cards = (list: string) => rows.filter((row) => row.list === list).map(toCard)
  const deals = cards('deal')
  const sale = rows.find((row) => row.list === 'sale')
  return {
    banners: firstOf([...cards('banner'), ...deals], MOST_BANNERS),
    sale: sale ? toSale(sale, now) : null,
    deals: shown(deals, 'deals', open),
    coupons: shown(cards('coupon'), 'coupons', open),
  }
}

function firstOf(cards: CampaignCard[], most: number): CampaignCard[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  return [...byId.values()].slice(0, most)
}

export async function listPopularStores(open: readonly Shelf[] = []): Promise<ShelfPart<BrandCard>> {
  return shown(await listTopStores(limitOf('stores', open)), 'stores', open)
}

/** A sale for today's date takes precedence over one for the weekday (docs/rules.md#13). */
export async function findFlashSaleToday(now = new Date()): Promise<FlashSale | null> {
  const [row] = await selectCards()
    .innerJoin(flashSales, sql`flash_sales.campaign_id = campaigns.id`)
    .where(and(isLive(), saleOn(now)))
    .orderBy(sql`flash_sales.on_date IS NULL`)
    .limit(1)
  return row ? toSale(row, now) : null
}

function toSale(row: CardRow, now: Date): FlashSale {
  return { ...toCard(row), endsAt: midnightInIndia(now).toISOString() }
}

export const secondsOfDay = (now: Date) => Math.floor((midnightInIndia(now).getTime() - now.getTime()) / 1000)

export function listTestimonials(): Promise<{ id: number; name: string; body: string }[]> {
  return db
    .select({ id: testimonials.id, name: testimonials.name, body: testimonials.body })
    .from(testimonials)
    .orderBy(asc(testimonials.position), asc(testimonials.id))
    .limit(6)
}
