export type FeedItem = { line: number; value: unknown } | { line: number; problem: string }

/** `bytes` is null if the row is larger than LARGEST_ITEM. */
export interface Piece {
  line: number
  bytes: Buffer | null
}

/** The file is damaged: rows before the damage are imported, later ones are lost. */
export class BrokenFeed extends Error {}

export const LARGEST_ITEM = 262_144
