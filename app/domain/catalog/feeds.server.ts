/** The only import path for campaigns, also for the demo (docs/feeds.md). */
import type { Tx } from '~/platform/db/client.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import { listCategories } from './categories.server'
import { lockForImport } from './catalogue-lock.server'
import { rankIn } from './ranking.server'
import { mapCategoryKeys } from './feeds/category.server'
import {
  Feed,
  type FeedOptions,
  type ImportCounts,
  type RowRefusal,
  type UnknownCategories,
} from './feeds/feed.server'
import { Hold, type HeldReport } from './feeds/held-rows.server'
import { BrokenFeed } from './feeds/items'
import { readItems } from './feeds/read-items.server'
import type { ChangeTally } from './feeds/keep-fields'
import type { RateTally } from './feeds/rate-tally'
import type { Format } from './feeds/read-row.server'
import { endUnlisted, findUnlisted, type UnlistedOffers } from './feeds/replace.server'

export type { Format, ImportCounts, RowRefusal }

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
    const hold = await Hold.begin(tx, source, { dry: dryRun === true, trust })
    return importInto(tx, feed, hold, stream, options)
  })
}

async function importInto(
  tx: Tx,
  feed: Feed,
  hold: Hold,
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
  hold: Hold,
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
