/** Corruptions made from the schema: each column of each table, by each kind of change that its type allows. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { databaseError, db, type Tx } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import { findRewrites } from '~/domain/books/checkpoints.server'
import { findBy, off, withoutKey } from './plant'
import { HARMLESS, TABLES_WITHOUT_MONEY } from './harmless'

interface Column extends Record<string, unknown> {
  table: string
  column: string
  type: string
  /** Columns of its primary key; the place of the row, if it has none. */
  key: string[]
  isUnique: boolean
}

const listColumns = (): Promise<Column[]> =>
  db.execute<Column>(sql`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
           coalesce((SELECT array_agg(k.attname ORDER BY k.attnum) FROM pg_index i JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
             WHERE i.indrelid = c.oid AND i.indisprimary), ARRAY['ctid']) AS key,
           EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)) AS "isUnique"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY c.relname, a.attnum`)

/** Expressions of another value, by type. */
const CHANGES: Record<string, readonly string[]> = {
  bigint: ['+ 1', '* 2 + 1', 'other'],
  integer: ['+ 1'],
  smallint: ['+ 1'],
  boolean: ['IS NOT TRUE'],
  text: [`|| 'x'`, 'other'],
  date: ['+ 1'],
  'timestamp with time zone': [`+ interval '1 day'`, `- interval '1 day'`],
  uuid: ['other'],
  jsonb: [`|| '{"status": "rejected"}'`],
}

interface Planted {
  /** 'conversions.sale_paise + 1', 'conversions deleted' or 'conversions copied'. */
  name: string
  statement: string
}

const quoted = (name: string) => `"${name}"`

/** One row of the table, always the same one for the same name. */
function pickRow({ table, key }: Column, name: string, where: string): string {
  const seed = createHash('sha256').update(name).digest().readUInt16BE()
  const keys = key.map(quoted).join(', ')
  return `(${keys}) = (SELECT ${keys} FROM ${quoted(table)} WHERE ${where}
            ORDER BY md5(${key.map((one) => `${quoted(one)}::text`).join(' || ')} || '${seed}') LIMIT 1)`
}

function listChanges(column: Column): Planted[] {
  const { table, type } = column
  const at = quoted(column.column)
  const changes = [...(CHANGES[type] ?? []), 'to null', 'from null']
  return changes.map((change) => {
    const name = `${table}.${column.column} ${change}`
    if (change === 'to null') return toPlanted(column, name, `${at} = NULL`, `${at} IS NOT NULL`)
    const other = `(SELECT ${at} FROM ${quoted(table)} o WHERE ${at} IS DISTINCT FROM t.${at} AND ${at} IS NOT NULL ORDER BY md5(${at}::text) LIMIT 1)`
    if (change === 'from null')
      return toPlanted(column, name, `${at} = ${FROM_NULL[type] ?? other}`, `${at} IS NULL`)
    return toPlanted(
      column,
      name,
      `${at} = ${change === 'other' ? other : `t.${at} ${change}`}`,
      `${at} IS NOT NULL`,
    )
  })
}

const FROM_NULL: Record<string, string> = {
  bigint: '1',
  integer: '1',
  text: `'x'`,
  date: 'current_date',
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
}

const toPlanted = (column: Column, name: string, set: string, where: string): Planted => ({
  name,
  statement: `UPDATE ${quoted(column.table)} t SET ${set} WHERE ${pickRow(column, name, where)}`,
})

/** A value that no row has. */
const makeFresh = (column: string, type: string): string =>
  type === 'uuid' ? 'gen_random_uuid()' : `${column} ${type === 'text' ? "|| 'x'" : '+ 1000000'}`

function listRowCorruptions(columns: Column[]): Planted[] {
  const [first] = columns
  const table = quoted(first!.table)
  const [deleted, copied] = [`${first!.table} deleted`, `${first!.table} copied`]
  const written = columns.filter(
    ({ column, key, type }) => column !== 'id' || type !== 'bigint' || !key.includes(column),
  )
  const names = written.map(({ column }) => quoted(column)).join(', ')
  const values = written.map(({ column, type, isUnique }) =>
    isUnique ? makeFresh(quoted(column), type) : quoted(column),
  )
  return [
    { name: deleted, statement: `DELETE FROM ${table} t WHERE ${pickRow(first!, deleted, 'true')}` },
    {
      name: copied,
      statement: `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM ${table} t WHERE ${pickRow(first!, copied, 'true')}`,
    },
  ]
}

async function generate(): Promise<Planted[]> {
  const columns = (await listColumns()).filter(({ table }) => !(table in TABLES_WITHOUT_MONEY))
  return [...new Set(columns.map(({ table }) => table))].flatMap((name) => {
    const of = columns.filter(({ table }) => table === name)
    return [...of.flatMap(listChanges), ...listRowCorruptions(of)]
  })
}

type Outcome = 'found' | 'found by the checkpoint' | 'impossible' | 'no such row' | 'harmless' | 'missed'

/** Plants it with the triggers disabled, and undoes it. Constraints make some changes impossible. */
async function findOutcome({ name, statement }: Planted): Promise<Outcome> {
  let outcome: Outcome = 'impossible'
  try {
    await db.transaction(async (tx) => {
      await tx.execute(withoutKey)
      await tx.execute(off)
      const { count } = await tx.execute(sql.raw(statement))
      await tx.execute(sql`SET LOCAL session_replication_role = origin`)
      outcome = count === 0 ? 'no such row' : await findIn(tx, name)
      tx.rollback()
    })
  } catch (error) {
    // What a constraint, or the type of the column, refuses.
    const isRefused = outcome === 'impossible' && /^(22|23|42)/.test(databaseError(error)?.code ?? '')
    if (!isRefused && !(error instanceof Error && error.message === 'Rollback')) throw error
  }
  return outcome
}

/** The quick checks come first; what is harmless may be found or not. */
async function findIn(tx: Tx, name: string): Promise<Outcome> {
  if (isHarmless(name)) return 'harmless'
  if ((await findBy('row = its last digest', tx)).length) return 'found'
  if ((await findRewrites(tx)).length) return 'found by the checkpoint'
  return (await findDefects(tx)).length ? 'found' : 'missed'
}

/** By 'table.column' or 'table deleted'. */
const isHarmless = (name: string): boolean => name in HARMLESS || name.split(' ', 1)[0]! in HARMLESS

export interface Generated {
  planted: number
  missed: string[]
}

const POSSIBLE: readonly Outcome[] = ['found', 'found by the checkpoint', 'harmless', 'missed']

/** In the books of createSampleBooks(), after a checkpoint. */
export async function plantGenerated(progress: (done: number) => void = () => {}): Promise<Generated> {
  const outcomes: { name: string; outcome: Outcome }[] = []
  for (const planted of await generate()) {
    outcomes.push({ name: planted.name, outcome: await findOutcome(planted) })
    progress(outcomes.length)
  }
  const missed = outcomes.filter(({ outcome }) => outcome === 'missed').map(({ name }) => name)
  const planted = outcomes.filter(({ outcome }) => POSSIBLE.includes(outcome))
  return { planted: planted.length, missed }
}
