import { asc, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { categories } from '~/platform/db/schema/catalogue'
import { keepContact, selectContact } from '~/domain/settings/contact.server'
import { selectHundredths } from '~/domain/settings/settings.server'
import { selectImage } from './image-columns.server'
import { toMatchKey, offersPath } from './links'

export type Category = Awaited<ReturnType<typeof listCategories>>[number]

const selectCategories = prepared((reader) =>
  reader.select().from(categories).orderBy(asc(categories.position)),
)

export async function listCategories(reader: Reader = db) {
  const rows = await selectCategories(reader, {})
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    inMenu: row.in_menu,
    filterPosition: row.filter_position,
    keys: [row.match_key, ...row.aliases],
  }))
}

/** Matches name or alias (docs/rules.md#10). */
export function pickCategory(all: Category[], name: string): Category | undefined {
  const key = toMatchKey(name)
  return all.find((category) => category.keys.includes(key))
}

const selectFrame = prepared((reader) =>
  reader
    .select({
      categories: sql<
        string[] | null
      >`(SELECT json_agg(name ORDER BY position) FROM categories WHERE in_menu)`,
      brands: sql<
        { name: string; code: string; logo: string | null; count: number }[] | null
      >`(SELECT json_agg(b) FROM (
      SELECT brands.name, brands.coupon_code AS code, ${selectImage(sql`brands.img`)} AS logo, brands.live_count AS count
        FROM brands WHERE brands.live_count > 0
       ORDER BY brands.rank, brands.id LIMIT 5) b)`,
      referral: sql<bigint>`${selectHundredths('referral_percent')}`.mapWith(BigInt),
      contact: selectContact(),
    })
    .from(sql`(SELECT) AS one`),
)

/** `referralRate` applies to new clicks, in hundredths of a percent. */
export async function readFrame() {
  const [row] = await selectFrame(db, {})
  return {
    referralRate: row!.referral,
    contact: keepContact(row!.contact),
    categories: row!.categories ?? [],
    topDeals: (row!.brands ?? []).map(({ code, ...store }) => ({ ...store, href: offersPath(code) })),
  }
}
