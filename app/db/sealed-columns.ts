/** Where sealed texts are kept. seal() takes no other place, so that a change of keys cannot forget one. */

export interface SealedColumn {
  table: string
  column: string
  /** By which its rows are counted up. */
  id: string
  /** The columns that stand in the place of a text, behind 'table|column|'. */
  place: readonly string[]
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'bank_details', column: 'sealed', id: 'user_id', place: ['user_id'] },
  { table: 'upi_details', column: 'sealed', id: 'user_id', place: ['user_id'] },
  { table: 'withdrawals', column: 'destination', id: 'id', place: ['user_id'] },
  { table: 'payout_events', column: 'body', id: 'id', place: ['provider', 'event_id'] },
]

/** Places of texts that clients hold for some minutes and the database never has. */
const PASSING: readonly string[] = ['otp_token', 'otp_challenge']

/** What stands in a sealed column after its owner has left. */
export const ERASED = 'erased'

const KNOWN = new Set([...SEALED_COLUMNS.map(({ table, column }) => `${table}|${column}|`), ...PASSING])

/** Throws for a place that no change of keys would find. */
export function requireKnownPlace(place: string): void {
  const start = /^[^|]*\|[^|]*\|/.exec(place)?.[0] ?? place
  if (!KNOWN.has(start)) throw new Error(`no sealed column: ${start} (app/db/sealed-columns.ts)`)
}
