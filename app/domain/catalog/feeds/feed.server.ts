import type { Tx } from '~/platform/db/client.server'
import { findIdProblem, findRounded, isUsableId } from '~/platform/formats/identifiers'
import { BadFile } from '~/platform/formats/text-file'
import type { CategoryKeys } from './category.server'
import { isRecord } from './fields.server'
import type { FeedHold, Trust } from './hold.server'
import type { FeedItem } from './items'
import { type FeedPayout, RefusedRow, type FeedRow, type RowContext } from '../feeds'
import { detectFormat, readRowIds, readRow, type Format } from './read-row.server'
import { ChangeTally } from './keep-fields'
import { RateTally } from './rate-tally'
import { storeBatch } from './store-batch.server'

export interface RowRefusal {
  line: number
  id: string | null
  reason: string
}

/** `ended` and `hidden` rows are also counted as new, changed or unchanged. */
export interface ImportCounts {
  new: number
  changed: number
  unchanged: number
  ended: number
  hidden: number
  refused: number
}

/** A null name counts rows whose `categories` is not a JSON list of texts. */
export type UnknownCategories = { name: string | null; rows: number; line: number }[]

export interface FeedOptions {
  source: string
  format?: Format | undefined
  payout?: FeedPayout | undefined
  awinPublisherId?: string | undefined
  trust?: Trust | undefined
  /** An empty field empties the offer's. */
  clears?: boolean | undefined
  dryRun?: boolean | undefined
  onProgress?: ((rows: number) => void) | undefined
  onRefused?: ((refusal: RowRefusal) => void) | undefined
}

const LONG_NUMBER = /^\d{16,}$/

/** A placeholder is the network's affair where the row brings its link. */
const isWhole = (id: string) => findIdProblem(id) !== 'damaged'

const BATCH = 300
const MOST_NAMES = 1000

export class Feed {
  readonly counts: ImportCounts = { new: 0, changed: 0, unchanged: 0, ended: 0, hidden: 0, refused: 0 }
  readonly rates = new RateTally()
  readonly changes = new ChangeTally()
  rows = 0
  private readonly context: RowContext
  private readonly now = new Date().toISOString()
  private readonly longIds = new Set<string>()
  private readonly lines = new Map<string, number>()
  /** Refused rows count as listed, so that `replace` does not end their offers. */
  private readonly refusedIds = new Set<string>()
  private readonly unknown = new Map<string | null, { rows: number; line: number }>()
  unnamed = 0
  private line = 0
  private format: Format | undefined
  private batch: FeedRow[] = []

  constructor(
    private readonly options: FeedOptions,
    categories: CategoryKeys,
  ) {
    this.format = options.format
    this.context = {
      categories,
      payout: options.payout ?? null,
      awinPublisherId: options.awinPublisherId,
      clears: options.clears,
      unknownCategory: (name) => this.countUnknown(name),
    }
  }

  take(item: FeedItem): void {
    this.rows++
    this.line = item.line
    try {
      if ('problem' in item) throw new RefusedRow(item.problem)
      if (isRecord(item.value)) this.format ??= detectFormat(item.value)
      const row = readRow(item.value, this.format ?? 'dealdwaar', this.context)
      this.refuseLostId('id', row.campaign.external_id, isUsableId)
      this.refuseLostId('network_campaign_id', row.campaign.network_campaign_id, isWhole)
      this.refuseRepeatedId(row.campaign.external_id)
      this.batch.push(row)
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error
      this.counts.refused++
      const ids = 'value' in item ? readRowIds(item.value) : []
      for (const id of ids) this.refusedIds.add(id)
      if (!ids.length) this.unnamed++
      this.options.onRefused?.({ line: item.line, id: ids[0] ?? null, reason: error.message })
    }
  }

  private refuseLostId(field: string, id: string, isRight: (id: string) => boolean): void {
    if (!isRight(id)) throw new RefusedRow(`${field}: ‘${id}’ is no id`)
    if (LONG_NUMBER.test(id)) this.longIds.add(id)
  }

  /** Throws BadFile if a spreadsheet has rounded the ids. */
  requireWholeIds(): void {
    const [first, ...others] = findRounded(this.longIds)
    if (first !== undefined)
      throw new BadFile(
        `The id ${first} and ${others.length} more end with zeros after 15 digits: a spreadsheet has rounded it. Import the file as it was downloaded.`,
      )
  }

  private refuseRepeatedId(id: string): void {
    const earlier = this.lines.get(id)
    if (earlier !== undefined) throw new RefusedRow(`id: ‘${id}’ is on line ${earlier} already`)
    this.lines.set(id, this.line)
  }

  private countUnknown(name: string | null): void {
    const previous = this.unknown.get(name)
    if (previous) previous.rows++
    else if (this.unknown.size < MOST_NAMES) this.unknown.set(name, { rows: 1, line: this.line })
  }

  unknownCategories(): UnknownCategories {
    return [...this.unknown]
      .map(([name, found]) => ({ name, ...found }))
      .toSorted((a, b) => b.rows - a.rows || a.line - b.line)
  }

  get listed(): string[] {
    return [...new Set([...this.lines.keys(), ...this.refusedIds])]
  }

  isFull(): boolean {
    return this.batch.length >= BATCH
  }

  async store(tx: Tx, hold: FeedHold): Promise<void> {
    const rows = this.batch
    const read = this.rows
    this.batch = []
    if (rows.length) {
      const stored = await storeBatch(tx, this.options.source, rows, {
        dry: this.options.dryRun === true,
        hold,
      })
      for (const key of ['new', 'changed', 'unchanged'] as const) this.counts[key] += stored[key]
      this.rates.add(stored.rates)
      this.changes.add(stored.fields)
      for (const { campaign: offer } of rows) {
        if (offer.ends_at !== null && offer.ends_at <= this.now) this.counts.ended++
        if (offer.hidden_reason !== null) this.counts.hidden++
      }
    }
    this.options.onProgress?.(read)
  }
}
