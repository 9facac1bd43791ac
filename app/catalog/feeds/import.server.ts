/** The one door by which campaigns come in, the demo's too: docs/feeds.md. */
import { listCategories } from '../categories.server'
import { rankCatalogue } from '../ranking.server'
import { categoryKeys } from './category.server'
import { Feed, type ImportCounts, type Refusal, type UnknownCategories } from './feed.server'
import { BrokenFeed } from './items'
import { readItems } from './read-items.server'
import type { RateTally } from './rate-tally'
import type { Format } from './read-row.server'
import { endUnlisted, findUnlisted, type Unlisted } from './replace.server'

export type { Format, ImportCounts, Refusal }

export interface ImportOptions {
  /** Whose rows these are: rows are known by (source, their id). */
  source: string
  /** Default: told by the first rows. */
  format?: Format | undefined
  encoding: 'json' | 'csv'
  /** '5%' or '250': for every row, whatever it says itself. */
  payout?: string | undefined
  /** Names of the feed's categories, with those of ours that they mean. */
  categories?: ReadonlyMap<string, string> | undefined
  /** Refuses every row of Awin whose link is another publisher's. */
  awinPublisherId?: string | undefined
  /** Only says what it would do. */
  dryRun?: boolean | undefined
  /** Ends the source's offers that the feed does not list; `anyShare`: however many, and though some rows are unreadable. */
  replace?: { anyShare: boolean } | undefined
  /** Rows read so far, after each batch. */
  onProgress?: ((rows: number) => void) | undefined
  onRefused?: ((refusal: Refusal) => void) | undefined
}

export interface ImportResult {
  counts: ImportCounts
  /** The file ended badly, in words; the rows before that went in. */
  broken: string | null
  /** Category names that are not ours, those of most rows first. */
  unknownCategories: UnknownCategories
  /** Offers whose payout or commission became another, and those that cost more than they bring. */
  rates: RateTally
  /** With `replace`: what the feed no longer lists. Null without it, and for a damaged file, which proves nothing. */
  unlisted: Unlisted | null
}

/**
 * Imports a feed as it streams, a transaction a batch, and ranks the catalogue anew where something changed. A row that
 * says what it said before is left alone, one that cannot be used is refused, and what the feed no longer lists stays as
 * it is unless `replace` says otherwise. Throws for a payout that is none, and UnknownCategory.
 */
export async function importCatalogue(
  stream: NodeJS.ReadableStream,
  options: ImportOptions,
): Promise<ImportResult> {
  const feed = new Feed(options, categoryKeys(await listCategories(), options.categories))
  let broken: string | null = null
  try {
    for await (const item of readItems(bytesOf(stream), options.encoding)) {
      feed.take(item)
      if (feed.isFull()) await feed.store()
    }
  } catch (error) {
    if (!(error instanceof BrokenFeed)) throw error
    const before =
      feed.rows === 1 ? 'the row before that was read' : `the ${feed.rows} rows before that were read`
    broken = `${error.message}; ${feed.rows ? before : 'nothing went in'}`
  }
  await feed.store()
  const unlisted = options.replace && broken === null ? await replace(feed, options, options.replace) : null
  const ended = unlisted?.ended ? unlisted.offers : 0
  if (!options.dryRun && feed.counts.new + feed.counts.changed + ended > 0) await rankCatalogue()
  const { counts, rates } = feed
  return { counts, broken, unknownCategories: feed.unknownCategories(), rates, unlisted }
}

/** What the feed no longer lists, ended unless something speaks against it or nothing is to be done. */
async function replace(
  feed: Feed,
  { source, dryRun }: ImportOptions,
  { anyShare }: { anyShare: boolean },
): Promise<Unlisted> {
  const { counts } = feed
  const usable = counts.new + counts.changed + counts.unchanged
  const unlisted = await findUnlisted(source, feed.listed, { usable, unnamed: feed.unnamed, anyShare })
  if (dryRun || unlisted.problem !== null) return unlisted
  if (unlisted.offers === 0) return { ...unlisted, ended: true }
  return { ...unlisted, offers: await endUnlisted(source, feed.listed), ended: true }
}

async function* bytesOf(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  } catch (error) {
    throw new BrokenFeed(
      `the file could not be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
