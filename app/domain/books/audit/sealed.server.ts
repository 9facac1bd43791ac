/** Encrypted values, which SQL cannot check: each decrypts for its owner and matches its blind index and hint. */
import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { SealError, unseal } from '~/platform/db/seal.server'
import { describeDestination } from '~/domain/wallet/destinations.server'
import type { PayoutMethod } from '~/domain/wallet/destinations'
import { toDefects, type Defect, type Finding } from '../audit'
import { readBatches } from './read-batches'

interface Place {
  table: string
  column: string
  id: string
  method: string
  hint: string
  index: string
  where: string
}

const DETAILS = { column: 'sealed', id: 'user_id', hint: 'hint', index: 'blind_index', where: 'true' }

/** Destinations of settled withdrawals may have been erased. No command leaves a withdrawal in 'failed'. */
const IN_FLIGHT = "status IN ('requested', 'processing', 'unknown', 'failed')"

const CHECKS: Record<string, { places: readonly Place[]; next: string }> = {
  'payout details of their owner': {
    places: [
      { table: 'bank_details', method: "'bank'", ...DETAILS },
      { table: 'upi_details', method: "'upi'", ...DETAILS },
    ],
    next: 'keys status: is a key missing? Otherwise users hold, and ask the owner to save them again',
  },
  'destination as asked for': {
    places: [
      {
        table: 'withdrawals',
        column: 'destination',
        id: 'id',
        method: 'method',
        hint: 'destination_hint',
        index: 'destination_index',
        where: IN_FLIGHT,
      },
    ],
    next: 'keys status: is a key missing? Otherwise do not pay it: withdrawals refuse or fail',
  },
}

export const sealedChecks: readonly string[] = Object.keys(CHECKS)

const BATCH = 250

export async function findSealedDefects(reader: Reader, examples: number): Promise<Defect[]> {
  const defects: Defect[] = []
  for (const [check, { places, next }] of Object.entries(CHECKS)) {
    const found: Finding[] = []
    let count = 0
    for (const place of places)
      for await (const row of readAll(reader, place)) {
        const detail = findDefect(place, row)
        if (detail === null) continue
        count++
        if (found.length < examples) found.push({ subject: `${place.table} ${row.id}`, detail })
      }
    defects.push(...toDefects(check, next, found, count))
  }
  return defects
}

interface Row extends Record<string, unknown> {
  id: string
  user_id: string
  method: PayoutMethod
  sealed: string
  hint: string
  index: string | null
}

function readAll(
  reader: Reader,
  { table, column, id, method, hint, index, where }: Place,
): AsyncGenerator<Row> {
  const columns = `${id}::text AS id, user_id::text, ${method} AS method, ${column} AS sealed, ${hint} AS hint, ${index} AS index`
  return readBatches<Row>(BATCH, '0', (after) =>
    reader.execute<Row>(sql`
      SELECT ${sql.raw(columns)} FROM ${sql.raw(table)}
       WHERE ${sql.raw(id)} > ${after}::bigint AND ${sql.raw(where)} ORDER BY ${sql.raw(id)} LIMIT ${BATCH}`),
  )
}

function findDefect({ table, column }: Place, row: Row): string | null {
  try {
    const opened = describeDestination(row.method, unseal(row.sealed, `${table}|${column}|${row.user_id}`))
    if (row.index !== null && opened.index !== row.index) return `of ${row.user_id}: does not match its index`
    return opened.hints.includes(row.hint) ? null : `of ${row.user_id}: does not match its hint`
  } catch (error) {
    if (error instanceof SealError) return `of ${row.user_id}: ${error.message}`
    return `of ${row.user_id}: no ${row.method} details`
  }
}
