/** Stores that operators write: new ones, and edits that win over the feed (docs/rules.md#67). */
import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { done, refused, type Done, type Outcome, type Refused } from '~/platform/outcome'
import {
  checkPicture,
  chooseSlug,
  compare,
  readFields,
  requireText,
  type Edited,
  type InvalidField,
} from './by-hand/read-fields.server'
import { lockCatalogue } from './catalogue-lock.server'
import type { Fields } from './feeds.server'
import { RefusedRow } from './feeds'
import { recordSources } from './images.server'
import { BY_HAND, noteEdits, toFeedValue } from './overrides'
import { listRegistrable } from './product-links.server'
import { slugify } from './slugs'
import type { StoreRecord } from './store-record.server'

/** As typed; null empties the field, undefined leaves it. */
export interface StoreTexts {
  name?: string | undefined
  page?: string | null | undefined
  logo?: string | null | undefined
  pageTitle?: string | null | undefined
}

type Store = typeof brands.$inferSelect
type StoreColumns = Partial<typeof brands.$inferInsert>

/** Links to the store's host are taken as its own (docs/rules.md#57): 'com' would be the host of everybody. */
function requireOwnHost(page: string | null): string | null {
  const host = page && new URL(page).hostname.replace(/\.$/, '')
  if (host && !listRegistrable(host).length)
    throw new RefusedRow(`page: ${host} is no host of one store alone`)
  return page
}

const READ_STORE: Record<keyof StoreTexts, (f: Fields) => StoreColumns> = {
  name: (f) => ({ name: requireText(f.plain('name', 120), 'name') }),
  page: (f) => ({ store_url: requireOwnHost(f.url('page')) }),
  logo: (f) => ({ img: f.picture('logo') }),
  pageTitle: (f) => ({ seo_title: f.plain('pageTitle', 200) }),
}

/** Fields of the desk, and the column that each of them is. */
export const STORE_FIELDS = {
  name: 'name',
  page: 'store_url',
  logo: 'img',
  pageTitle: 'seo_title',
  tracksIn: 'tracks_in_hours',
  confirmsIn: 'confirms_in_days',
  appOrders: 'app_orders',
  claims: 'takes_claims',
  void: 'voids',
  do: 'dos',
  dont: 'donts',
} satisfies Record<string, keyof StoreColumns>

export type StoreField = keyof typeof STORE_FIELDS

/** Feeds write numbers and answers of a store as texts. */
const toTexts = (record: object) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const feedValue = toFeedValue(value)
      return [name, feedValue === null || typeof feedValue === 'object' ? feedValue : String(feedValue)]
    }),
  )

async function lockStore(tx: Tx, id: number): Promise<Store> {
  await lockCatalogue(tx)
  const [store] = await tx.select().from(brands).where(eq(brands.id, id)).for('update')
  return store!
}

/** Two stores of one name would be found by neither. */
async function isNameTaken(tx: Tx, name: string, id: number | null): Promise<boolean> {
  const rows = await tx
    .select({ id: brands.id })
    .from(brands)
    .where(
      and(eq(sql`lower(${brands.name})`, name.toLowerCase()), id === null ? undefined : ne(brands.id, id)),
    )
    .limit(1)
  return rows.length > 0
}

/** Everything that the desk shows of a store. */
export async function readStore(id: number, reader: Reader = db): Promise<Store> {
  const [store] = await reader.select().from(brands).where(eq(brands.id, id))
  return store!
}

export type StoreEdited = Done<{ store: Store } & Edited> | InvalidField | Refused<'name-taken'>

/** `facts`: columns of its page that are read already. */
export async function editStore(
  id: number,
  typed: StoreTexts,
  facts: { [Fact in keyof StoreRecord]?: StoreRecord[Fact] | undefined },
  tx: Tx,
): Promise<StoreEdited> {
  const read = readFields({ ...typed }, READ_STORE)
  if (!read.ok) return read
  const store = await lockStore(tx, id)
  const columns = { ...read.columns, ...dropUndefined(facts) }
  const { name } = columns
  if (name !== undefined && name !== store.name && (await isNameTaken(tx, name, id)))
    return refused('name-taken')
  const refusal = await checkPicture('logo', columns.img, tx)
  if (refusal) return refusal
  await recordSources(tx, [columns.img ?? null])
  const overrides = noteEdits(
    { ...toTexts(store), source: store.source, overrides: store.overrides },
    toTexts(columns),
  )
  await tx
    .update(brands)
    .set({ ...columns, overrides, updated_at: sql`now()` })
    .where(eq(brands.id, id))
  return done({ store, ...compare(store, columns) })
}

const readHost = (page: string | null): string | null =>
  page !== null && URL.canParse(page) ? new URL(page).host.replace(/^www\./, '') : null

/** Whether links to the host of `page` are taken as the store's own only from then on (docs/rules.md#57). */
export function bringsHost({ store_url }: Pick<Store, 'store_url'>, page: string | null): boolean {
  const host = readHost(page)
  return host !== null && host !== readHost(store_url)
}

const dropUndefined = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T

const READ_SAID: Readonly<Record<string, (said: string) => unknown>> = {
  tracks_in_hours: Number,
  confirms_in_days: Number,
  app_orders: (said) => said === 'true',
  takes_claims: (said) => said === 'true',
}

/** What the feed said last is the value again. */
export async function giveBackStore(
  id: number,
  field: StoreField,
  tx: Tx,
): Promise<Outcome<{ store: Store } & Edited, 'not-edited' | 'name-taken'>> {
  const store = await lockStore(tx, id)
  const column = STORE_FIELDS[field]
  if (!(column in store.overrides)) return refused('not-edited')
  const { [column]: said, ...overrides } = store.overrides
  const value = typeof said === 'string' ? (READ_SAID[column]?.(said) ?? said) : null
  const columns = { [column]: value } as StoreColumns
  if (columns.name !== undefined && (await isNameTaken(tx, columns.name, id))) return refused('name-taken')
  await recordSources(tx, [columns.img ?? null])
  await tx
    .update(brands)
    .set({ ...columns, overrides, updated_at: sql`now()` })
    .where(eq(brands.id, id))
  return done({ store, ...compare(store, columns) })
}

/** `address`: the wanted last part of /Offers/…; it never changes later. */
export async function addStore(
  typed: StoreTexts & { name: string; address?: string | undefined },
  tx: Tx,
): Promise<Done<{ store: Store }> | InvalidField | Refused<'name-taken'>> {
  await lockCatalogue(tx)
  const { address, ...texts } = typed
  const read = readFields(texts, READ_STORE)
  if (!read.ok) return read
  const name = read.columns.name!
  if (await isNameTaken(tx, name, null)) return refused('name-taken')
  const refusal = await checkPicture('logo', read.columns.img, tx)
  if (refusal) return refusal
  const external_id = randomUUID()
  const wished = [slugify(address ?? ''), slugify(name)]
  const coupon_code = await chooseSlug(tx, brands.coupon_code, wished, external_id)
  await recordSources(tx, [read.columns.img ?? null])
  const [store] = await tx
    .insert(brands)
    .values({ ...read.columns, name, source: BY_HAND, external_id, coupon_code })
    .returning()
  return done({ store: store! })
}
