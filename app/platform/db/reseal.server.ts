import { sql } from 'drizzle-orm'
import { db } from './client.server'
import { blindIndex, LEGACY_KEY_ID, listKeyIds, seal, unseal } from './seal.server'
import { ERASED, SEALED_COLUMNS, type SealedColumn, type SealedPlace } from './sealed-columns'

export interface KeyUse {
  column: string
  key: string
  rows: number
  /** legacy: sealed before keys had ids. unknown: neither DATA_KEY nor in DATA_KEYS_OLD. */
  state: 'current' | 'old' | 'legacy' | 'unknown'
}

export async function countKeys(): Promise<KeyUse[]> {
  const [current, ...old] = listKeyIds()
  const findState = (key: string): KeyUse['state'] => {
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
      state: findState(row.key),
    })),
  )
}

export interface ResealResult {
  resealed: number
  unopened: string[]
}

const BATCH = 100

/** Idempotent and safe to run concurrently: a row changed meanwhile is already sealed with DATA_KEY. */
export async function reseal(progress: (resealed: number) => void = () => {}): Promise<ResealResult> {
  const done: ResealResult = { resealed: 0, unopened: [] }
  for (const column of SEALED_COLUMNS) {
    let last = '0'
    for (;;) {
      const rows = await readBatch(column, last)
      for (const row of rows) await resealRow(column, row, done)
      progress(done.resealed)
      if (rows.length < (column.batch ?? BATCH)) break
      last = rows.at(-1)!.id
    }
  }
  return done
}

interface Row extends Record<string, unknown> {
  id: string
  sealed: string
  place: SealedPlace
}

function readBatch({ table, column, id, place, batch = BATCH }: SealedColumn, last: string) {
  const [sealed, number] = [sql.identifier(column), sql.identifier(id)]
  const parts = sql.join(
    place.map((name) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  )
  return db.execute<Row>(sql`
    SELECT ${number}::text AS id, ${sealed} AS sealed, concat_ws('|', ${`${table}|${column}`}::text, ${parts}) AS place
      FROM ${sql.identifier(table)}
     WHERE ${number} > ${last}::bigint AND ${sealed} <> ${ERASED} AND split_part(${sealed}, '.', 1) <> ${listKeyIds()[0]!}
     ORDER BY ${number} LIMIT ${batch}`)
}

async function resealRow({ table, column, id }: SealedColumn, row: Row, done: ResealResult): Promise<void> {
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

/** Whether blindIndex() has the key of the stored hashes; null if no row can be decrypted. */
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
