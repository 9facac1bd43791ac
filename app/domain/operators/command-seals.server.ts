/** Keyed hashes of begin and end of a command, so that SQL alone cannot forge them. */
import { sql } from 'drizzle-orm'
import { blindIndex } from '~/platform/db/seal.server'

export interface CommandBegin {
  os_user: string
  operator_id: number | null
  source: string
  command: string
  /** UTC, to the microsecond. */
  started_at: string
}

/** A seal contains operator and source only where they differ from the defaults, which older lines have. */
export function computeSeal({ os_user, operator_id, source, command, started_at }: CommandBegin): string {
  const more = operator_id === null && source === 'command line' ? [] : [operator_id, source]
  return blindIndex(`command:${JSON.stringify([os_user, command, started_at, ...more])}`)
}

export interface CommandEnd {
  seal: string | null
  outcome: string
  finished_at: string
  /** JSON as the database returns it, which reorders keys. */
  result: string | null
}

export const computeEndSeal = ({ seal, outcome, finished_at, result }: CommandEnd): string =>
  blindIndex(`command end:${JSON.stringify([seal, outcome, finished_at, result])}`)

export const inUtc = (time: string) =>
  sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)
