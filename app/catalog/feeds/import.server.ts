/** The one door by which campaigns come in, the demo's too: docs/feeds.md. */
import { listCategories } from '../categories.server'
import { rankCatalogue } from '../ranking.server'
import { categoryKeys } from './category.server'
import { isRecord } from './fields.server'
import { BrokenFeed, type FeedItem } from './items'
import { parsePayout } from './payout'
import { readItems } from './read-items.server'
import { formatOf, idOf, readRow, type Format, type RowContext } from './read-row.server'
import { RefusedRow, type FeedRow } from './row'
import { storeBatch } from './store-batch.server'

export type { Format }

export interface Refusal {
  /** Where the row begins in the file; 1 is the first line. */
  line: number
  /** The row's own id, where it could be read. */
  id: string | null
  reason: string
}

export interface ImportOptions {
  /** Whose rows these are: rows are known by (source, their id). */
  source: string
  /** Default: told by the first rows. */
  format?: Format | undefined
  encoding: 'json' | 'csv'
  /** '5%' or '250': for every row, whatever it says itself. */
  payout?: string | undefined
  /** Refuses every row of Awin whose link is another publisher's. */
  awinPublisherId?: string | undefined
  /** Rows read so far, after each batch. */
  onProgress?: ((rows: number) => void) | undefined
  onRefused?: ((refusal: Refusal) => void) | undefined
}

/**
 * `new`, `changed`, `unchanged` and `refused` add up to the rows of the file; `ended` and `hidden` say how many of those
 * that went in are not on the shelves.
 */
export interface ImportCounts {
  new: number
  changed: number
  unchanged: number
  ended: number
  hidden: number
  refused: number
}

export interface ImportResult {
  counts: ImportCounts
  /** The file ended badly, in words; the rows before that went in. */
  broken: string | null
}

const BATCH = 300
const MOST_NOTES = 100

/**
 * Imports a feed as it streams, a transaction a batch, and ranks the catalogue anew where something changed. A row that
 * says what it said before is left alone, one that cannot be used is refused, and what the feed no longer lists stays as
 * it is. Throws for a payout that is none.
 */
export async function importCatalogue(
  stream: NodeJS.ReadableStream,
  options: ImportOptions,
): Promise<ImportResult> {
  const feed = new Feed(options, categoryKeys(await listCategories()))
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
  if (feed.counts.new || feed.counts.changed) await rankCatalogue()
  return { counts: feed.counts, broken }
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

class Feed {
  readonly counts: ImportCounts = { new: 0, changed: 0, unchanged: 0, ended: 0, hidden: 0, refused: 0 }
  /** Read so far. */
  rows = 0
  private readonly context: RowContext
  private readonly now = new Date().toISOString()
  private readonly lines = new Map<string, number>()
  private notes = 0
  private line = 0
  private format: Format | undefined
  private batch: FeedRow[] = []

  constructor(
    private readonly options: ImportOptions,
    categories: RowContext['categories'],
  ) {
    const payout = options.payout === undefined ? null : parsePayout(options.payout)
    if (options.payout !== undefined && !payout)
      throw new Error(
        `payout: ‘${options.payout}’ is neither a percentage such as 5% nor an amount such as 250`,
      )
    this.format = options.format
    this.context = {
      categories,
      payout,
      awinPublisherId: options.awinPublisherId,
      note: (problem) => this.note(problem),
    }
  }

  take(item: FeedItem): void {
    this.rows++
    this.line = item.line
    try {
      if ('problem' in item) throw new RefusedRow(item.problem)
      if (isRecord(item.value)) this.format ??= formatOf(item.value)
      const row = readRow(item.value, this.format ?? 'dealdwaar', this.context)
      this.notTwice(row.campaign.external_id)
      this.batch.push(row)
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error
      this.counts.refused++
      const id = 'value' in item ? idOf(item.value) : null
      this.options.onRefused?.({ line: item.line, id, reason: error.message })
    }
  }

  /** The first of two rows with the same id stands: it would stand after a second import, too. */
  private notTwice(id: string): void {
    const earlier = this.lines.get(id)
    if (earlier !== undefined) throw new RefusedRow(`id: ‘${id}’ is on line ${earlier} already`)
    this.lines.set(id, this.line)
  }

  private note(problem: string): void {
    if (++this.notes > MOST_NOTES) return
    const { source } = this.options
    console.warn(JSON.stringify({ level: 'warn', event: 'feed.row', source, line: this.line, problem }))
  }

  isFull(): boolean {
    return this.batch.length >= BATCH
  }

  async store(): Promise<void> {
    const rows = this.batch
    this.batch = []
    if (rows.length) {
      const stored = await storeBatch(this.options.source, rows)
      for (const key of ['new', 'changed', 'unchanged'] as const) this.counts[key] += stored[key]
      for (const { campaign } of rows) {
        if (campaign.ends_at !== null && campaign.ends_at <= this.now) this.counts.ended++
        if (campaign.hidden_reason !== null) this.counts.hidden++
      }
    }
    this.options.onProgress?.(this.rows)
  }
}
