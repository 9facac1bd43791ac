/** All columns with sealed texts. seal() refuses any other place, so that a key rotation cannot miss one. */

export interface SealedColumn {
  table: string
  column: string
  /** The numeric key by which its rows are read in batches. */
  id: string
  /** The columns whose values follow 'table|column|' in the place of a text. */
  place: readonly string[]
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'bank_details', column: 'sealed', id: 'user_id', place: ['user_id'] },
  { table: 'upi_details', column: 'sealed', id: 'user_id', place: ['user_id'] },
  { table: 'withdrawals', column: 'destination', id: 'id', place: ['user_id'] },
  { table: 'payout_events', column: 'body', id: 'id', place: ['provider', 'event_id'] },
]

/** Places of sealed tokens that clients hold for some minutes; they are never stored. */
const TRANSIENT: readonly string[] = ['otp_token', 'otp_challenge']

/** The value of a sealed column after its owner's account was deleted. */
export const ERASED = 'erased'

const KNOWN = new Set([...SEALED_COLUMNS.map(({ table, column }) => `${table}|${column}|`), ...TRANSIENT])

/** Throws for a place that a key rotation would miss. */
export function requireKnownPlace(place: string): void {
  const start = /^[^|]*\|[^|]*\|/.exec(place)?.[0] ?? place
  if (!KNOWN.has(start)) throw new Error(`no sealed column: ${start} (app/db/sealed-columns.ts)`)
}
