/** Offers that operators write: new ones, and edits that win over the feed (docs/rules.md#67). */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { listLinkOwners, type LinkOwner } from '~/platform/config/link-owners'
import { findNetwork, type NetworkName } from '~/platform/config/networks'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { brands, campaigns, type Overrides } from '~/platform/db/schema/catalogue'
import { done, refused, type Done, type Outcome } from '~/platform/outcome'
import { readSettings } from '~/domain/settings/settings.server'
import { readAllowedLinks } from './allowed-links.server'
import {
  checkPicture,
  chooseSlug,
  compare,
  invalid,
  readFields,
  requireText,
  type Edited,
  type InvalidField,
} from './by-hand/read-fields.server'
import { lockCatalogue } from './catalogue-lock.server'
import { listCategories, pickCategory } from './categories.server'
import { cleanHtml, decodeEntities, stripTags, type Fields } from './feeds.server'
import { recordSources } from './images.server'
import { DRAFT } from './offers'
import { matchOffers, type OfferFilter } from './offers.server'
import { noteEdits, BY_HAND } from './overrides'
import { findRateDoubts, type RateDoubt } from './rate-doubts.server'
import type { SetRate } from './rates'
import { computeCurrentRate, rateColumns } from './rates.server'
import { UNRANKED } from './ranking.server'
import { readLastingPayout, readNextOfferRates, toPayoutPatch } from './set-rates.server'
import { listOfferSlugs } from './slugs'

/** As typed; null empties the field, undefined leaves it. */
export interface OfferTexts {
  title?: string | undefined
  code?: string | null | undefined
  description?: string | null | undefined
  terms?: string | null | undefined
  cardText?: string | null | undefined
  category?: string | null | undefined
  photo?: string | null | undefined
  /** What the photo shows. */
  photoText?: string | null | undefined
  from?: Date | null | undefined
  to?: Date | null | undefined
  page?: string | undefined
  link?: string | null | undefined
}

type Offer = typeof campaigns.$inferSelect
type OfferColumns = Partial<typeof campaigns.$inferInsert>

type ReadField = (f: Fields) => OfferColumns

const READ_OFFER: Record<Exclude<keyof OfferTexts, 'category' | 'from' | 'to'>, ReadField> = {
  title: (f) => ({ title: requireText(f.plain('title', 200), 'title') }),
  code: (f) => ({ code: f.code('code') }),
  description: (f) => {
    const description_html = f.html('description')
    return { description_html, description_text: stripTags(description_html) }
  },
  terms: (f) => ({ kpi_html: f.html('terms') }),
  cardText: (f) => ({ offer: f.plain('cardText', 120) }),
  photo: (f) => ({ img: f.picture('photo') }),
  photoText: (f) => ({ img_alt: f.plain('photoText', 200) }),
  page: (f) => ({ url: requireText(f.url('page'), 'page') }),
  link: (f) => ({ tracking_url: f.url('link') }),
}

async function readOffer(
  typed: OfferTexts,
  reader: Reader,
): Promise<Done<{ columns: OfferColumns }> | InvalidField> {
  const { category, from, to, ...texts } = typed
  const read = readFields(texts, READ_OFFER)
  if (!read.ok) return read
  const { columns } = read
  if (from !== undefined) columns.starts_at = from
  if (to !== undefined) columns.ends_at = to
  if (category === undefined) return read
  if (category === null) return done({ columns: { ...columns, category_id: null } })
  const all = await listCategories(reader)
  const found = pickCategory(all, category)
  if (!found) return invalid('category', `category: must be one of ${all.map(({ name }) => name).join(', ')}`)
  return done({ columns: { ...columns, category_id: found.id } })
}

function checkPeriod({ starts_at, ends_at }: Pick<OfferColumns, 'starts_at' | 'ends_at'>) {
  if (!starts_at || !ends_at || ends_at > starts_at) return null
  return invalid('to', 'to: must be after the beginning')
}

/** An offer may lack a link only where its network's links are built from the programme's id. */
const checkLink = (network: string, link: string | null | undefined): InvalidField | null =>
  link || findNetwork(network)?.link.template?.(env()).base
    ? null
    : invalid('link', `link: ${network} needs one`)

type PhotoColumns = Pick<Offer, 'img' | 'img_alt'>

/** What was said about a photo is not about the next one. */
function dropPhotoText(stored: PhotoColumns, columns: OfferColumns): OfferColumns {
  const { img = stored.img, img_alt } = columns
  const isStale = img !== stored.img && img_alt === undefined && stored.img_alt !== null
  return isStale ? { ...columns, img_alt: null } : columns
}

async function checkPhoto(
  { img, img_alt }: OfferColumns,
  stored: Pick<PhotoColumns, 'img'>,
  reader: Reader,
): Promise<InvalidField | null> {
  if (img_alt && (img === undefined ? stored.img : img) === null)
    return invalid('photoText', 'photoText: the offer has no photo')
  return checkPicture('photo', img, reader)
}

/** Waits for an import, so that neither loses what the other writes. */
async function lockOffer(tx: Tx, id: number): Promise<Offer> {
  await lockCatalogue(tx)
  const [offer] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('update')
  return offer!
}

const NOTHING_OF_CODE = { keeps_cashback: null, keeps_source: null, keeps_since: null }

/** As after an import: a new code has no word about cashback, and a new title another place. */
async function writeOffer(tx: Tx, stored: Offer, columns: OfferColumns, overrides: Overrides): Promise<void> {
  const isNewCode = columns.code !== undefined && columns.code !== stored.code
  const isNewTitle = columns.title !== undefined && columns.title.toLowerCase() !== stored.title.toLowerCase()
  await recordSources(tx, [columns.img ?? null])
  await tx
    .update(campaigns)
    .set({
      ...columns,
      ...(isNewCode && NOTHING_OF_CODE),
      ...(isNewTitle && { rank: UNRANKED }),
      overrides,
      updated_at: sql`now()`,
    })
    .where(eq(campaigns.id, stored.id))
}

export type OfferEdited = Done<{ offer: Offer } & Edited> | InvalidField

/** Of an offer of a feed, each changed field is one that was edited by hand from now on. */
export async function editOffer(id: number, typed: OfferTexts, tx: Tx): Promise<OfferEdited> {
  const read = await readOffer(typed, tx)
  if (!read.ok) return read
  const offer = await lockOffer(tx, id)
  const wrong = checkPeriod({ ...offer, ...read.columns })
  if (wrong && (typed.from !== undefined || typed.to !== undefined)) return wrong
  const missing = checkLink(offer.network, read.columns.tracking_url)
  if (missing && read.columns.tracking_url !== undefined) return missing
  const noPhoto = await checkPhoto(read.columns, offer, tx)
  if (noPhoto) return noPhoto
  const columns = dropPhotoText(offer, read.columns)
  const edited = compare(offer, columns)
  // No feed says what a photo shows.
  const { img_alt: _, ...edits } = columns
  await writeOffer(tx, offer, columns, noteEdits(offer, edits))
  return done({ offer, ...edited })
}

/** Fields of the desk, and the columns that each of them is. */
export const OFFER_FIELDS = {
  title: ['title'],
  code: ['code'],
  description: ['description_html', 'description_text'],
  terms: ['kpi_html'],
  cardText: ['offer'],
  category: ['category_id'],
  photo: ['img'],
  photoText: ['img_alt'],
  from: ['starts_at'],
  to: ['ends_at'],
  page: ['url'],
  link: ['tracking_url'],
} satisfies Record<keyof OfferTexts, readonly (keyof OfferColumns)[]>

export type OfferField = keyof typeof OFFER_FIELDS

const toColumn = (name: string, value: Overrides[string]) =>
  (name === 'starts_at' || name === 'ends_at') && typeof value === 'string' ? new Date(value) : value

/** Null: none of its columns is edited. */
function readFormer({ overrides }: Offer, field: OfferField): OfferColumns | null {
  const columns = OFFER_FIELDS[field].filter((name) => name in overrides)
  if (!columns.length) return null
  return Object.fromEntries(columns.map((name) => [name, toColumn(name, overrides[name]!)]))
}

/** What the feed said last is the value again. */
export async function giveBackOffer(
  id: number,
  field: OfferField,
  tx: Tx,
): Promise<Outcome<{ offer: Offer } & Edited, 'not-edited' | 'wrong-period'>> {
  const offer = await lockOffer(tx, id)
  const values = readFormer(offer, field)
  if (!values) return refused('not-edited')
  if ((field === 'from' || field === 'to') && checkPeriod({ ...offer, ...values }))
    return refused('wrong-period')
  const rest = Object.entries(offer.overrides).filter(([name]) => !(name in values))
  const columns = dropPhotoText(offer, values)
  await writeOffer(tx, offer, columns, Object.fromEntries(rest))
  return done({ offer, ...compare(offer, columns) })
}

export interface NewOffer extends OfferTexts {
  title: string
  network: NetworkName
  /** The network's id of the store's contract. */
  programme: string
  payout?: SetRate | undefined
  isDraft: boolean
}

interface StoreOfOffer {
  id: number
  name: string
  store_url: string | null
}

const findStoreOfOffer = async (id: number, reader: Reader): Promise<StoreOfOffer> => {
  const { name, store_url } = brands
  const [store] = await reader
    .select({ id: brands.id, name, store_url })
    .from(brands)
    .where(eq(brands.id, id))
  return store!
}

/** The offer's page is the store's where none is named. */
async function readNewOffer(
  typed: NewOffer,
  store: StoreOfOffer,
  reader: Reader,
): Promise<Done<{ columns: OfferColumns & { title: string; url: string } }> | InvalidField> {
  const { network, programme, payout, isDraft: _, ...texts } = typed
  const read = await readOffer(texts, reader)
  if (!read.ok) return read
  const url = read.columns.url ?? store.store_url
  if (!url) return invalid('page', 'page: missing, and the store has no page either')
  const missing = checkLink(network, read.columns.tracking_url)
  if (missing) return missing
  const wrong = checkPeriod(read.columns)
  if (wrong) return wrong
  return done({
    columns: {
      ...read.columns,
      title: read.columns.title!,
      url,
      network,
      network_campaign_id: programme,
      set_payout_hundredths: payout?.hundredths ?? null,
      set_payout_model: payout?.model ?? null,
    },
  })
}

const insertOffer = async (tx: Tx, store: StoreOfOffer, columns: OfferColumns & { title: string }) => {
  const external_id = randomUUID()
  const { title } = columns
  const slug = await chooseSlug(tx, campaigns.slug, listOfferSlugs(title, store.name), external_id)
  await recordSources(tx, [columns.img ?? null])
  const [row] = await tx
    .insert(campaigns)
    .values({
      ...(columns as typeof campaigns.$inferInsert),
      source: BY_HAND,
      external_id,
      row_hash: '',
      slug,
      brand_id: store.id,
    })
    .returning()
  return row!
}

const hideAsDraft = (isDraft: boolean): OfferColumns =>
  isDraft ? { hidden_at: sql`now()` as never, hidden_reason: DRAFT } : {}

export async function addOffer(
  storeId: number,
  typed: NewOffer,
  tx: Tx,
): Promise<Done<{ offer: Offer }> | InvalidField> {
  await lockCatalogue(tx)
  const store = await findStoreOfOffer(storeId, tx)
  const read = await readNewOffer(typed, store, tx)
  if (!read.ok) return read
  const noPhoto = await checkPhoto(read.columns, { img: null }, tx)
  if (noPhoto) return noPhoto
  return done({ offer: await insertOffer(tx, store, { ...read.columns, ...hideAsDraft(typed.isDraft) }) })
}

/** As an operator types it: plain lines where they become the same HTML again, else the HTML. */
export function formatAsTyped(html: string): string {
  const text = decodeEntities(
    html
      .replace(/<li>/g, '- ')
      .replace(/<\/(?:p|li)>/g, '\n')
      .replace(/<\/?(?:p|ul)>/g, ''),
  ).trim()
  return cleanHtml(text) === html ? text : html
}

/** What a copy does not have of the offer. */
const OWN: ReadonlySet<string> = new Set(
  'id source external_id row_hash slug overrides created_at updated_at rank popularity clicks_30d listed'.split(
    ' ',
  ),
)

/** A draft by hand with the same content, which no feed knows. Of a rate that ends it has what returns. */
export async function duplicateOffer(
  id: number,
  title: string | undefined,
  tx: Tx,
): Promise<Done<{ offer: Offer }> | InvalidField> {
  const read = await readOffer({ title }, tx)
  if (!read.ok) return read
  const stored = await lockOffer(tx, id)
  const store = await findStoreOfOffer(stored.brand_id, tx)
  const content = Object.fromEntries(
    Object.entries(stored).filter(([name]) => !OWN.has(name)),
  ) as OfferColumns
  const payout = await readLastingPayout(tx, { kind: 'offer', id })
  const columns = {
    ...content,
    ...toPayoutPatch({ kind: 'offer', id }, payout),
    title: stored.title,
    ...read.columns,
    ...hideAsDraft(true),
  }
  return done({ offer: await insertOffer(tx, store, columns) })
}

/** Why an offer waits for a second person (docs/rules.md#39 and #57). */
export interface OfferDoubts {
  links: LinkOwner[]
  rate: RateDoubt | null
}

interface LinkOfOffer {
  network: string
  tracking_url: string | null
  url: string
}

async function findNewOwners(
  reader: Reader,
  link: LinkOfOffer,
  stored: LinkOfOffer | null,
  store: StoreOfOffer,
): Promise<LinkOwner[]> {
  const settings = env()
  const listOwners = (of: LinkOfOffer) =>
    listLinkOwners({ ...of, pages: [of.url] }, [store.store_url], settings)
  const isAllowed = await readAllowedLinks(reader)
  const toKey = ({ host, publisher }: LinkOwner) => `${host} ${publisher}`
  const known = new Set(stored ? listOwners(stored).map(toKey) : [])
  return listOwners(link).filter((owner) => !isAllowed(owner) && !known.has(toKey(owner)))
}

/** Nothing where the fields are invalid: the change itself says so. */
export async function findNewOfferDoubts(
  storeId: number,
  typed: NewOffer,
  reader: Reader = db,
): Promise<OfferDoubts> {
  const store = await findStoreOfOffer(storeId, reader)
  const read = await readNewOffer(typed, store, reader)
  if (!read.ok) return { links: [], rate: null }
  const { url, tracking_url = null } = read.columns
  const links = await findNewOwners(reader, { network: typed.network, tracking_url, url }, null, store)
  return { links, rate: await judgeNewRate(reader, storeId, typed.payout) }
}

async function judgeNewRate(
  reader: Reader,
  storeId: number,
  payout: SetRate | undefined,
): Promise<RateDoubt | null> {
  // What the store pays by itself was asked about when it was set.
  if (!payout) return null
  const { MOST_LOSS_A_SALE } = await readSettings(reader)
  const after = computeCurrentRate({
    ...(await readNextOfferRates(reader, storeId)),
    set_payout_hundredths: payout.hundredths,
    set_payout_model: payout.model,
  })
  const [doubt] = await findRateDoubts(reader, [{ id: null, before: null, after }], MOST_LOSS_A_SALE)
  return doubt ?? null
}

/** Hosts and publishers that the edited link would bring. */
export async function findLinkDoubts(
  id: number,
  typed: Pick<OfferTexts, 'page' | 'link'>,
  reader: Reader = db,
): Promise<LinkOwner[]> {
  const [stored] = await reader.select().from(campaigns).where(eq(campaigns.id, id))
  const read = await readOffer(typed, reader)
  if (!read.ok || !stored) return []
  const store = await findStoreOfOffer(stored.brand_id, reader)
  return findNewOwners(reader, { ...stored, ...(read.columns as Partial<LinkOfOffer>) }, stored, store)
}

/** Hosts and publishers that the feed's own link would bring again: they may have been forbidden since. */
export async function findFormerLinkDoubts(
  id: number,
  field: OfferField,
  reader: Reader = db,
): Promise<LinkOwner[]> {
  if (field !== 'page' && field !== 'link') return []
  const [stored] = await reader.select().from(campaigns).where(eq(campaigns.id, id))
  const former = stored && readFormer(stored, field)
  if (!former) return []
  const store = await findStoreOfOffer(stored.brand_id, reader)
  return findNewOwners(reader, { ...stored, ...(former as Partial<LinkOfOffer>) }, stored, store)
}

/** Hosts and publishers that are not allowed, though the copied offer has them. */
export async function findCopyDoubts(id: number, reader: Reader = db): Promise<LinkOwner[]> {
  const [stored] = await reader.select().from(campaigns).where(eq(campaigns.id, id))
  return stored ? findNewOwners(reader, stored, null, await findStoreOfOffer(stored.brand_id, reader)) : []
}

/** A shop without clicks has no commission to lose: one person confirms its first links. */
export async function hasClicks(reader: Reader = db): Promise<boolean> {
  const [row] = await reader.execute<{ clicked: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM clicks) AS clicked`,
  )
  return row!.clicked
}

const offerColumns = {
  ...getTableColumns(campaigns),
  ...rateColumns,
  store: brands.name,
  store_code: brands.coupon_code,
}
export type OfferRecord = Awaited<ReturnType<typeof listOfferRecords>>[number]

/** Everything that the desk shows of offers, newest first. */
export async function listOfferRecords(filter: OfferFilter, { after, limit }: Page, reader: Reader = db) {
  const offers = await reader
    .select(offerColumns)
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(and(matchOffers(filter), continueBelow(campaigns.id, after)))
    .orderBy(desc(campaigns.id))
    .limit(limit)
  const names = new Map((await listCategories(reader)).map(({ id, name }) => [id, name]))
  return offers.map((offer) => ({ ...offer, category: names.get(offer.category_id ?? -1) ?? null }))
}

export async function readOfferRecord(id: number, reader: Reader = db): Promise<OfferRecord> {
  const [offer] = await listOfferRecords({ ids: [id] }, { limit: 1 }, reader)
  return offer!
}
