/** The only import path for offers, also for the demo (docs/feeds.md). */
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { LinkOwner } from '~/platform/config/link-owners'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { heldImports, heldRows } from '~/platform/db/schema/catalogue'
import { longTransaction } from '~/platform/db/time-limit.server'
import { allowLinks, readAllowedLinks } from './allowed-links.server'
import { lockForImport } from './catalogue-lock.server'
import { listCategories } from './categories.server'
import type { FeedRow } from './feeds'
import { mapCategoryKeys } from './feeds/category.server'
import { Feed, type FeedOptions, type ImportCounts, type UnknownCategories } from './feeds/feed.server'
import { type Doubt, type HeldReport, FeedHold } from './feeds/hold.server'
import { BrokenFeed } from './feeds/items'
import { ChangeTally } from './feeds/keep-fields'
import { RateTally } from './feeds/rate-tally'
import { readItems } from './feeds/read-items.server'
import { endUnlisted, findUnlisted, type UnlistedOffers } from './feeds/replace.server'
import { storeBatch } from './feeds/store-batch.server'
import { rankIn } from './ranking.server'

export { UnknownCategory } from './feeds/category.server'
export type { ImportCounts, RowRefusal } from './feeds/feed.server'
export type { Doubt, HeldReport } from './feeds/hold.server'
export type { ChangeTally, OfferChange } from './feeds/keep-fields'
export type { UnlistedOffers } from './feeds/replace.server'
export { cleanHtml, decodeEntities, stripTags } from './feeds/clean-html.server'
export { Fields } from './feeds/fields.server'
export { listSlugCandidates, pickSlug } from './feeds/pick-slug.server'
export type { RateChange, RateLoss } from './feeds/batch-rates.server'

export interface ImportOptions extends FeedOptions {
  encoding: 'json' | 'csv'
  categories?: ReadonlyMap<string, string> | undefined
  /** Ends the source's offers that the feed does not list. `anyShare` skips the checks `unnamed` and `too-many`. */
  replace?: { anyShare: boolean } | undefined
  /** Gets the unlisted offers that are not ended; if it throws, the import is undone. */
  onUnended?: ((unlisted: UnlistedOffers) => void) | undefined
}

export interface ImportResult {
  counts: ImportCounts
  broken: string | null
  unknownCategories: UnknownCategories
  rates: RateTally
  changes: ChangeTally
  held: HeldReport
  /** Null without `replace`, and for a damaged file. */
  unlisted: UnlistedOffers | null
}

/** Runs in one transaction: a failed import changes nothing. Throws UnknownCategory and BadFile. */
export async function importCatalogue(
  stream: NodeJS.ReadableStream,
  options: ImportOptions,
): Promise<ImportResult> {
  const feed = new Feed(options, mapCategoryKeys(await listCategories(), options.categories))
  return longTransaction(async (tx) => {
    if (!options.dryRun) await lockForImport(tx)
    const { source, trust, dryRun } = options
    const hold = await FeedHold.begin(tx, source, { dry: dryRun === true, trust })
    return importInto(tx, feed, hold, stream, options)
  })
}

async function importInto(
  tx: Tx,
  feed: Feed,
  hold: FeedHold,
  stream: NodeJS.ReadableStream,
  options: ImportOptions,
): Promise<ImportResult> {
  let broken: string | null = null
  // The next rows are read while PostgreSQL stores the last ones.
  let storing = Promise.resolve()
  try {
    for await (const item of readItems(readBytes(stream), options.encoding)) {
      feed.take(item)
      if (!feed.isFull()) continue
      await storing
      storing = feed.store(tx, hold)
      // Reported when it is awaited.
      storing.catch(() => {})
    }
  } catch (error) {
    if (!(error instanceof BrokenFeed)) throw error
    const before =
      feed.rows === 1 ? 'the row before that was read' : `the ${feed.rows} rows before that were read`
    broken = `${error.message}; ${feed.rows ? before : 'nothing went in'}`
  }
  await storing
  await feed.store(tx, hold)
  feed.requireWholeIds()
  const unlisted =
    options.replace && broken === null ? await replace(tx, feed, hold, options, options.replace) : null
  if (unlisted?.problem) options.onUnended?.(unlisted)
  const ended = unlisted?.ended ? unlisted.offers : 0
  if (!options.dryRun && feed.counts.new + feed.counts.changed + ended > 0)
    await rankIn(tx, { imported: true })
  const { counts, rates, changes } = feed
  const unknownCategories = feed.unknownCategories()
  return { counts, broken, unknownCategories, rates, changes, unlisted, held: hold }
}

async function replace(
  tx: Tx,
  feed: Feed,
  hold: FeedHold,
  { source, dryRun }: ImportOptions,
  { anyShare }: { anyShare: boolean },
): Promise<UnlistedOffers> {
  const { counts } = feed
  const usable = counts.new + counts.changed + counts.unchanged + hold.rows
  const unlisted = await findUnlisted(tx, source, feed.listed, { usable, unnamed: feed.unnamed, anyShare })
  if (dryRun || unlisted.problem !== null) return unlisted
  await hold.dropUnlisted(tx, feed.listed)
  if (unlisted.offers === 0) return { ...unlisted, ended: true }
  return { ...unlisted, offers: await endUnlisted(tx, source, feed.listed), ended: true }
}

async function* readBytes(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  } catch (error) {
    throw new BrokenFeed(
      `the file could not be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

export interface HeldOffer {
  import_id: number
  source: string
  external_id: string
  title: string
  store: string
  network: string
  doubts: Doubt[]
  created_at: Date
}

const selectHeld = (reader: Reader) =>
  reader
    .select({
      import_id: heldRows.import_id,
      source: heldRows.source,
      external_id: heldRows.external_id,
      row: heldRows.row,
      doubts: heldRows.doubts,
      created_at: heldImports.created_at,
    })
    .from(heldRows)
    .innerJoin(heldImports, eq(heldImports.id, heldRows.import_id))

type HeldRecord = Awaited<ReturnType<typeof selectHeld>>[number]

const toHeldOffer = ({ row, doubts, ...held }: HeldRecord): HeldOffer => {
  const { campaign: offer, brand: store } = row as FeedRow
  const { title, network } = offer
  return { ...held, title, network, store: store.name, doubts: doubts as Doubt[] }
}

/** Newest import first. */
export async function listHeldOffers(
  importId: number | undefined,
  reader: Reader = db,
): Promise<HeldOffer[]> {
  const rows = await selectHeld(reader)
    .where(importId === undefined ? undefined : eq(heldRows.import_id, importId))
    .orderBy(desc(heldRows.import_id), asc(heldRows.external_id))
    .limit(1000)
  return rows.map(toHeldOffer)
}

export interface HeldImport {
  id: number
  source: string
  created_at: Date
  rows: number
  /** Rows that wait because of their rate, others wait because of their link alone. */
  rates: number
  isRefused: boolean
}

/** SQL, of import `id`: the last request to accept it was refused, and nobody is waited for. */
export const isRefusedImport = (id: string) =>
  `((SELECT state FROM approvals WHERE command = 'catalogue accept ' || ${id} ORDER BY id DESC LIMIT 1) IS NOT DISTINCT FROM 'refused')`

/** Imports of which rows wait, oldest first. */
export const listHeldImports = async (reader: Reader = db): Promise<HeldImport[]> => {
  const isRate = sql`doubts::jsonb @> '[{"kind":"rate"}]'`
  return reader
    .select({
      id: heldImports.id,
      source: heldImports.source,
      created_at: heldImports.created_at,
      rows: sql<number>`count(*)::int`,
      rates: sql<number>`(count(*) FILTER (WHERE ${isRate}))::int`,
      isRefused: sql<boolean>`${sql.raw(isRefusedImport('held_imports.id'))}`,
    })
    .from(heldRows)
    .innerJoin(heldImports, eq(heldImports.id, heldRows.import_id))
    .groupBy(heldImports.id)
    .orderBy(heldImports.id)
}

/** A shop without clicks has no commission to lose: one person confirms the links of its first feeds. */
export async function needsSecondPersonForHeld(importId: number): Promise<boolean> {
  const found = (await listHeldImports()).find(({ id }) => id === importId)
  if (!found) return false
  const [row] = await db.execute<{ clicked: boolean }>(sql`SELECT EXISTS (SELECT 1 FROM clicks) AS clicked`)
  return found.rates > 0 || row!.clicked
}

export interface AcceptedRows {
  source: string
  new: number
  changed: number
  links: LinkOwner[]
  rates: RateTally
  changes: ChangeTally
}

const BATCH = 300

/** Null: nothing of the import waits. One transaction; allows the hosts and publishers of its links. */
export const acceptHeldRows = (
  importId: number,
  by: string,
  { dry }: { dry: boolean },
): Promise<AcceptedRows | null> =>
  longTransaction(async (tx) => {
    if (!dry) await lockForImport(tx)
    const [found] = await tx.select().from(heldImports).where(eq(heldImports.id, importId))
    const links = await listHeldLinks(tx, importId)
    const accepted = {
      source: found?.source ?? '',
      new: 0,
      changed: 0,
      links,
      rates: new RateTally(),
      changes: new ChangeTally(),
    }
    let last = ''
    for (;;) {
      const rows = await tx
        .select()
        .from(heldRows)
        .where(and(eq(heldRows.import_id, importId), gt(heldRows.external_id, last)))
        .orderBy(asc(heldRows.external_id))
        .limit(BATCH)
      if (!rows.length) break
      last = rows.at(-1)!.external_id
      const stored = await storeBatch(
        tx,
        accepted.source,
        rows.map(({ row }) => row as FeedRow),
        { dry },
      )
      accepted.new += stored.new
      accepted.changed += stored.changed
      accepted.rates.add(stored.rates)
      accepted.changes.add(stored.fields)
    }
    if (last === '') return null
    if (dry) return accepted
    await allowLinks(links, by, tx)
    await tx.delete(heldRows).where(eq(heldRows.import_id, importId))
    await rankIn(tx, { imported: true })
    return accepted
  })

async function listHeldLinks(tx: Tx, importId: number): Promise<LinkOwner[]> {
  const rows = await tx.execute<LinkOwner & Record<string, unknown>>(sql`
    SELECT DISTINCT d->>'network' AS network, d->>'host' AS host, d->>'publisher' AS publisher
      FROM held_rows, json_array_elements(doubts) AS d
     WHERE import_id = ${importId} AND d->>'kind' = 'link' ORDER BY 1, 2, 3`)
  const isAllowed = await readAllowedLinks(tx)
  return rows.filter((owner) => !isAllowed(owner))
}
