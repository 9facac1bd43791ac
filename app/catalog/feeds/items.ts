/** What the readers of files give to the readers of rows. */

/** One row of a feed, where it stands, and what it says; `problem` instead of `value` when it cannot even be read. */
export type FeedItem = { line: number; value: unknown } | { line: number; problem: string }

/** The bytes of one row; null: it was larger than LARGEST_ITEM. */
export interface Piece {
  line: number
  bytes: Buffer | null
}

/** The file itself is damaged: what came before it was read, what comes after is lost. The message says where. */
export class BrokenFeed extends Error {}

/** Bytes of one row; more is refused. */
export const LARGEST_ITEM = 262_144
