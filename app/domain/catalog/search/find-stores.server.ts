import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { storeColumns, hasOffers, toStore, type StoreTile } from '../stores.server'
import { startsWith } from '../offer-conditions.server'
import { toNumbers } from '../ids.server'
import { matchAnyText, buildSearchConditions, type Search } from './conditions.server'
import { expandTerms } from './split-words'

const STORES_READ = 8
const OFFERS_READ = 500
const OFFERS_OF_STORE = 60

interface StoreMatch {
  card: StoreTile
  isNamed: boolean
  begins: boolean
  ids: number[]
}

export async function findStores(search: Search): Promise<StoreMatch[]> {
  const terms = expandTerms(search.q)
  const rows = await db
    .select({
      ...storeColumns,
      isNamed: sql<boolean>`named.is_named`,
      begins: sql<boolean>`named.begins`,
      ids: sql<(string | number)[]>`named.ids`,
    })
    .from(
      sql`(SELECT named.*, ARRAY(
             SELECT near.id FROM (SELECT c.id, c.rank, c.title FROM campaigns c
                                   WHERE c.brand_id = named.id AND ${buildSearchConditions(search)}
                                   ORDER BY c.rank, c.id LIMIT ${sql.raw(String(OFFERS_READ))}) AS near
              WHERE named.is_named OR (${sql.join(
                terms.map(
                  (meanings) =>
                    sql`(${matchAnyText(meanings, sql`near.title`)} OR ${matchAnyText(meanings.slice(0, 1), sql`named.name`)})`,
                ),
                sql` AND `,
              )})
              ORDER BY near.rank, near.id LIMIT ${sql.raw(String(OFFERS_OF_STORE))}) AS ids
             FROM (${selectStoresNamed(search.q, STORES_READ)}) AS named) AS named`,
    )
    .innerJoin(brands, sql`brands.id = named.id`)
    .orderBy(sql`named.place`)
  return rows.map(({ isNamed, begins, ids, ...row }) => ({
    card: toStore(row),
    isNamed,
    begins,
    ids: toNumbers(ids),
  }))
}

const SHORT = /^[a-z0-9]{3}$/

/** Three letters that are a word of a title do not begin a longer name: 'tea' is not Teak. */
function matchName(text: string): SQL {
  const named = matchAnyText([text], sql`brands.name`)
  if (!SHORT.test(text)) return named
  return sql`(${named} AND (brands.name ~* ${`\\m${text}(s|es)?\\M`}
    OR NOT EXISTS (SELECT 1 FROM search_words WHERE word IN (${text}, ${`${text}s`}))))`
}

/** Names with all words come first, then those that begin with one, then by rank. Short texts must begin the name. */
export function selectStoresNamed(q: string, most: number): SQL {
  const texts = expandTerms(q).map(([own]) => own!)
  const long = texts.filter((text) => Array.from(text).length > 2)
  const name = sql`brands.name`
  const start = (text: string) => sql`(${startsWith(name, text)})`
  const named = sql.join(
    texts.map((text) => matchAnyText([text], name)),
    sql` AND `,
  )
  const begins = sql.join(
    texts.map((text) => start(text)),
    sql` OR `,
  )
  const where = long.length
    ? sql.join(
        long.map((text) => matchName(text)),
        sql` OR `,
      )
    : start(texts[0]!)
  return sql`SELECT brands.id, brands.name, ${named} AS is_named, (${begins}) AS begins,
                    row_number() OVER (ORDER BY (${named}) DESC, (${begins}) DESC, brands.rank, brands.id) AS place
               FROM brands WHERE ${hasOffers} AND (${where}) ORDER BY place LIMIT ${sql.raw(String(most))}`
}
