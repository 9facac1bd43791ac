/** A change of DATA_KEY: which rows are under which key, and each row sealed anew while the site runs. */
import { sql } from 'drizzle-orm'
import { db } from './client.server'
import { blindIndex, LEGACY_KEY_ID, keyIds, seal, unseal } from './seal.server'
import { ERASED, SEALED_COLUMNS, type SealedColumn } from './sealed-columns'

/** How many rows of a column are under a key. */
export interface KeyUse {
  /** 'withdrawals.destination' */
  column: string
  key: string
  rows: number
  /** legacy: from before keys had ids. unknown: its key is neither DATA_KEY nor in DATA_KEYS_OLD. */
  state: 'current' | 'old' | 'legacy' | 'unknown'
}

/** Over every sealed column; what was erased is under no key. */
export async function countKeys(): Promise<KeyUse[]> {
  const [current, ...old] = keyIds()
  const stateOf = (key: string): KeyUse['state'] => {
    if (key === current) return 'current'
    if (key === LEGACY_KEY_ID) return 'legacy'
    return old.includes(key) ? 'old' : 'unknown'
  }
  const counts = await Promise.all(
    SEALED_COLUMNS.map(({ table, column }) => {
      const sealed = sql.identifier(column)
      return db.execute<{ key: string; rows: number }>(sql`
        SELECT split_part(${sealed}, '.', 1) AS key, count(*)::int AS rows
          FROM ${sql.identifier(table)} WHERE ${sealed} <> ${ERASED} GROUP BY 1 ORDER BY 1`)
    }),
  )
  return counts.flatMap((rows, i) =>
    rows.map((row) => ({
      column: `${SEALED_COLUMNS[i]!.table}.${SEALED_COLUMNS[i]!.column}`,
      key: row.key,
      rows: row.rows,
      state: stateOf(row.key),
    })),
  )
}

export interface Resealed {
  resealed: number
  /** 'withdrawals 12': left as they are, because they do not open. */
  unopened: string[]
}

/** Rows that are read at once. */
const BATCH = 100

/**
 * Seals everything anew that is not under DATA_KEY, row by row: each is replaced only if nobody has changed it meanwhile, who
 * has then sealed it under DATA_KEY anyway. It may be ended at any point and run again, also by several at once.
 */
export async function reseal(progress: (resealed: number) => void = () => {}): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: [] }
  for (const column of SEALED_COLUMNS) {
    let last = '0'
    for (;;) {
      const rows = await readBatch(column, last)
      for (const row of rows) await resealRow(column, row, done)
      progress(done.resealed)
      if (rows.length < BATCH) break
      last = rows.at(-1)!.id
    }
  }
  return done
}

interface Row extends Record<string, unknown> {
  id: string
  sealed: string
  place: string
}

function readBatch({ table, column, id, place }: SealedColumn, last: string) {
  const [sealed, number] = [sql.identifier(column), sql.identifier(id)]
  const parts = sql.join(
    place.map((name) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  )
  return db.execute<Row>(sql`
    SELECT ${number}::text AS id, ${sealed} AS sealed, concat_ws('|', ${`${table}|${column}`}::text, ${parts}) AS place
      FROM ${sql.identifier(table)}
     WHERE ${number} > ${last}::bigint AND ${sealed} <> ${ERASED} AND split_part(${sealed}, '.', 1) <> ${keyIds()[0]!}
     ORDER BY ${number} LIMIT ${BATCH}`)
}

async function resealRow({ table, column, id }: SealedColumn, row: Row, done: Resealed): Promise<void> {
  let text: string
  try {
    text = unseal(row.sealed, row.place)
  } catch {
    done.unopened.push(`${table} ${row.id}`)
    return
  }
  const sealed = sql.identifier(column)
  const { count } = await db.execute(sql`
    UPDATE ${sql.identifier(table)} SET ${sealed} = ${seal(text, row.place)}
     WHERE ${sql.identifier(id)} = ${row.id}::bigint AND ${sealed} = ${row.sealed}`)
  done.resealed += count
}

/**
 * Whether the hashes of payout details were made with the key of blindIndex(): with another one equal accounts would not be found
 * any more. Null: there are none that open.
 */
export async function isIndexKeyRight(): Promise<boolean | null> {
  const [row] = await db.execute<{ sealed: string; hash: string; user_id: string }>(sql`
    SELECT sealed, blind_index AS hash, user_id::text FROM upi_details ORDER BY updated_at DESC LIMIT 1`)
  if (!row) return null
  try {
    const { upi } = JSON.parse(unseal(row.sealed, `upi_details|sealed|${row.user_id}`)) as { upi: string }
    return blindIndex(`upi:${upi}`) === row.hash
  } catch {
    return null
  }
}
