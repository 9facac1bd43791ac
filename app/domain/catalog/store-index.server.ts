import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { storeColumns, hasOffers, hasOffersIn, toStore, type StoreTile } from './stores.server'
import { toMatchKey } from './links'
import { MOST_SHOWN, buildPage, type CardPage } from './lists.server'
import { OTHER } from './store-index'
import { MOST_LISTED } from './lists'

const RECENT = 6
const CLICKS_READ = 50

const A_TO_Z = 'abcdefghijklmnopqrstuvwxyz'.split('')
const name = sql`lower(brands.name)`

/** Uses ranges that the index brands_letter serves in any collation. */
function startsWith(letter: string): SQL {
  if (letter === OTHER) return sql`(${name} ~<~ 'a' OR ${name} ~>=~ '{')`
  const first = letter.toLowerCase()
  return sql`${name} ~>=~ ${first} AND ${name} ~<~ chr(ascii(${first}) + 1)`
}

export type StoreIndex = Awaited<ReturnType<typeof readStoreIndex>>

export async function readStoreIndex() {
  const [row] = await db.execute<{ letters: string[]; other: boolean; categories: string[] }>(sql`
    SELECT ARRAY(SELECT letter FROM unnest(${`{${A_TO_Z.join(',')}}`}::text[]) AS letter
                  WHERE EXISTS (SELECT 1 FROM brands WHERE ${name} ~>=~ letter AND ${name} ~<~ chr(ascii(letter) + 1) AND ${hasOffers})
                  ORDER BY letter) AS letters,
           EXISTS (SELECT 1 FROM brands WHERE ${startsWith(OTHER)} AND ${hasOffers}) AS other,
           ARRAY(SELECT c.name FROM categories c
                  WHERE EXISTS (SELECT 1 FROM campaigns o WHERE o.category_id = c.id AND o.listed) ORDER BY c.position) AS categories`)
  const { letters, other, categories } = row!
  return { letters: [...letters.map((one) => one.toUpperCase()), ...(other ? [OTHER] : [])], categories }
}

interface StoreFilter {
  letter: string | null
  category: string | null
}

export async function listStores(
  { letter, category }: StoreFilter,
  page: number,
): Promise<CardPage<StoreTile>> {
  const isNamed = letter !== null && category === null
  const order = isNamed ? sql`${name} USING ~<~` : sql`brands.rank, brands.id`
  const where = isNamed
    ? sql`${hasOffers} AND ${startsWith(letter)}`
    : category === null
      ? hasOffers
      : hasOffersIn(selectCategoryId(category))
  const first = Math.min((page - 1) * MOST_SHOWN, MOST_LISTED)
  const rows = await db
    .select({ ...storeColumns, total: sql<number>`slice.total` })
    .from(
      sql`(SELECT (SELECT count(*)::int FROM (SELECT 1 FROM brands WHERE ${where} LIMIT ${sql.raw(String(MOST_LISTED + 1))}) AS counted) AS total,
                      ARRAY(SELECT brands.id FROM brands WHERE ${where} ORDER BY ${order}
                            LIMIT ${Math.min(MOST_SHOWN, MOST_LISTED - first)}::int OFFSET ${first}::int) AS ids) AS slice`,
    )
    .leftJoin(brands, sql`brands.id = ANY (slice.ids)`)
    .orderBy(sql`array_position(slice.ids, brands.id)`)
  const items = rows.flatMap((row) =>
    row.id === null ? [] : [toStore(row as Parameters<typeof toStore>[0])],
  )
  return buildPage(items, rows[0]!.total, page, MOST_SHOWN)
}

const selectCategoryId = (category: string) =>
  sql`(SELECT c.id FROM categories c WHERE c.match_key = ${toMatchKey(category)} OR ${toMatchKey(category)} = ANY (c.aliases))`

export async function listRecentStores(userId: number): Promise<StoreTile[]> {
  const rows = await db
    .select(storeColumns)
    .from(brands)
    .innerJoin(
      sql`(SELECT c.brand_id, max(k.created_at) AS at
             FROM (SELECT campaign_id, created_at FROM clicks WHERE user_id = ${userId}
                    ORDER BY created_at DESC LIMIT ${sql.raw(String(CLICKS_READ))}) AS k
             JOIN campaigns c ON c.id = k.campaign_id GROUP BY c.brand_id) AS recent`,
      sql`recent.brand_id = brands.id`,
    )
    .where(hasOffers)
    .orderBy(sql`recent.at DESC`, brands.id)
    .limit(RECENT)
  return rows.map(toStore)
}
