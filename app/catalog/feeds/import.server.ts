/** Takes a feed into the catalogue: docs/feeds.md. */

export type Format = 'dealdwaar' | 'awin'

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

export async function importCatalogue(
  _stream: NodeJS.ReadableStream,
  _options: ImportOptions,
): Promise<ImportResult> {
  throw new Error('importCatalogue: being written')
}
