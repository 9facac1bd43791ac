/** seal() takes no other place, so that a key rotation cannot miss a column. */

export interface SealedColumn {
  table: string
  column: string
  id: string
  place: readonly string[]
  /** Rows sealed at once; default 100. */
  batch?: number
}

const COLUMNS = [
  { table: 'bank_details', column: 'sealed', id: 'user_id', place: ['user_id'] },
  { table: 'upi_details', column: 'sealed', id: 'user_id', place: ['user_id'] },
  { table: 'withdrawals', column: 'destination', id: 'id', place: ['user_id'] },
  { table: 'payout_events', column: 'body', id: 'id', place: ['provider', 'event_id'] },
  { table: 'claim_proofs', column: 'sealed', id: 'id', place: ['claim_id', 'sha256'], batch: 5 },
  { table: 'push_subscriptions', column: 'sealed', id: 'id', place: ['user_id', 'endpoint_hash'] },
  { table: 'operators', column: 'totp_secret', id: 'id', place: ['id'] },
  { table: 'desk_access', column: 'new_codes', id: 'operator_id', place: ['operator_id'] },
  { table: 'queued_jobs', column: 'input', id: 'id', place: ['log_id'], batch: 5 },
  { table: 'queued_jobs', column: 'answer', id: 'id', place: ['log_id'], batch: 5 },
  { table: 'job_files', column: 'content', id: 'id', place: ['job_id', 'n'], batch: 5 },
  { table: 'deliveries', column: 'content', id: 'id', place: ['key'] },
  { table: 'postback_secrets', column: 'sealed', id: 'id', place: ['network', 'key'] },
  { table: 'desk_drafts', column: 'input', id: 'id', place: ['key'], batch: 5 },
  { table: 'desk_drafts', column: 'state', id: 'id', place: ['key'] },
] as const satisfies readonly SealedColumn[]

export const SEALED_COLUMNS: readonly SealedColumn[] = COLUMNS

/** Tokens that clients hold for some minutes; they are never stored. */
const TRANSIENT = ['otp_token', 'otp_challenge'] as const

type PlaceIn<Of> = Of extends SealedColumn ? `${Of['table']}|${Of['column']}|${string}` : never
export type SealedPlace = PlaceIn<(typeof COLUMNS)[number]> | (typeof TRANSIENT)[number]

/** The value of a sealed column after the deletion of its owner's account. */
export const ERASED = 'erased'

const KNOWN = new Set<string>([
  ...SEALED_COLUMNS.map(({ table, column }) => `${table}|${column}|`),
  ...TRANSIENT,
])

export function requireKnownPlace(place: string): void {
  const start = /^[^|]*\|[^|]*\|/.exec(place)?.[0] ?? place
  if (!KNOWN.has(start)) throw new Error(`no sealed column: ${start} (app/platform/db/sealed-columns.ts)`)
}
