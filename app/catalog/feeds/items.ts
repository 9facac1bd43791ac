export type FeedItem = { line: number; value: unknown } | { line: number; problem: string }

/** Null if the row exceeds LARGEST_ITEM. */
export interface Piece {
  line: number
  bytes: Buffer | null
}

/** The file is damaged: rows before the damage are imported, later rows are lost. */
export class BrokenFeed extends Error {}

export const LARGEST_ITEM = 262_144
