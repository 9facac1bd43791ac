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
  /** Hears of a row that goes in without the category it names; null: what it says is no JSON list of texts. */
  unknownCategory: (name: string | null) => void
}

/** Which feed a row is of. */
export const formatOf = (value: unknown): Format =>
  isRecord(value) && ['promotionId', 'urlTracking', 'advertiser'].some((name) => Object.hasOwn(value, name))
    ? 'awin'
    : 'dealdwaar'

const ID_FIELDS = ['promotionId', 'external_id', 'id'] as const

/** Every id that a row may be known by, also one that is refused. */
export function idsOf(value: unknown): string[] {
  if (!isRecord(value)) return []
  return ID_FIELDS.flatMap((name) => {
    const id = Object.hasOwn(value, name) ? value[name] : undefined
    const text = typeof id === 'string' ? printable(id).trim().slice(0, 100) : ''
    return text && text !== 'null' ? [text] : []
  })
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
