/** One row of any feed. */
import type { CategoryKeys } from './category.server'
import { isRecord, type Raw } from './fields.server'
import { printable } from './clean-html.server'
import type { FeedPayout } from './payout'
import { readAwinRow } from './read-awin.server'
import { readOwnRow } from './read-own.server'
import { RefusedRow, type FeedRow } from './row'

export type Format = 'awin' | 'dealdwaar'

export interface RowContext {
  categories: CategoryKeys
  /** For every row, whatever it says itself. */
  payout: FeedPayout | null
  awinPublisherId: string | undefined
  /** Hears what is odd about a row that goes in all the same. */
  note: (problem: string) => void
}

/** Which feed a row is of. */
export const formatOf = (value: unknown): Format =>
  isRecord(value) && ['promotionId', 'urlTracking', 'advertiser'].some((name) => Object.hasOwn(value, name))
    ? 'awin'
    : 'dealdwaar'

/** How a row that is refused is named; null: it does not say. */
export function idOf(value: unknown): string | null {
  if (!isRecord(value)) return null
  const id = value.promotionId ?? value.external_id ?? value.id
  return typeof id === 'string' ? printable(id).trim().slice(0, 100) || null : null
}

const READERS: Record<Format, (raw: Raw, context: RowContext) => FeedRow> = {
  awin: readAwinRow,
  dealdwaar: readOwnRow,
}

/** Throws RefusedRow. */
export function readRow(value: unknown, format: Format, context: RowContext): FeedRow {
  if (!isRecord(value)) throw new RefusedRow('not an object with fields')
  return READERS[format](value, context)
}
