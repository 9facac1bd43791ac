import { isRecord, type Raw } from './fields.server'
import { withoutControlCharacters } from '~/platform/formats/characters'
import { readAwinRow } from './read-awin.server'
import { readOwnRow } from './read-own.server'
import { RefusedRow, type FeedRow, type RowContext } from '../feeds'

export type Format = 'awin' | 'dealdwaar'

export const detectFormat = (value: unknown): Format =>
  isRecord(value) && ['promotionId', 'urlTracking', 'advertiser'].some((name) => Object.hasOwn(value, name))
    ? 'awin'
    : 'dealdwaar'

const ID_FIELDS = ['promotionId', 'external_id', 'id'] as const

export function readRowIds(value: unknown): string[] {
  if (!isRecord(value)) return []
  return ID_FIELDS.flatMap((name) => {
    const id = Object.hasOwn(value, name) ? value[name] : undefined
    const text = typeof id === 'string' ? withoutControlCharacters(id).trim().slice(0, 100) : ''
    return text && text !== 'null' ? [text] : []
  })
}

const READERS: Record<Format, (raw: Raw, context: RowContext) => FeedRow> = {
  awin: readAwinRow,
  dealdwaar: readOwnRow,
}

export function readRow(value: unknown, format: Format, context: RowContext): FeedRow {
  if (!isRecord(value)) throw new RefusedRow('not an object with fields')
  return READERS[format](value, context)
}
