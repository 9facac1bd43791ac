export type FeedItem = { line: number; value: unknown } | { line: number; problem: string }

/** `bytes` is null if the row is larger than LARGEST_ITEM. */
export interface Piece {
  line: number
  bytes: Buffer | null
}

/** The file is damaged: rows before the damage are imported, later ones are lost. */
export class BrokenFeed extends Error {}

export const LARGEST_ITEM = 262_144

export class RowBytes {
  private parts: Buffer[] = []
  size = 0

  add(bytes: Buffer): void {
    this.size += bytes.length
    if (this.size > LARGEST_ITEM) this.parts = []
    else this.parts.push(Buffer.from(bytes))
  }

  /** Begins the next row. Null: the row was too large. */
  take(): Buffer | null {
    const bytes = this.size > LARGEST_ITEM ? null : Buffer.concat(this.parts)
    this.parts = []
    this.size = 0
    return bytes
  }
}
