// Finds texts that could steer the operator's terminal, stored before the forms refused them.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { bankDetails } from '~/db/schema/payout-details'
import { withdrawals } from '~/db/schema/withdrawals'
import { escapeText, truncate } from '~/formats/characters'
import { findPayoutDestination } from '~/wallet/details/find-payout-details.server'
import { bankSchema } from '~/wallet/details/payout-details'
import { tryDestination } from '~/wallet/withdrawals/payouts.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { toDefects, type Defect } from './defect'
import { readBatches } from './read-batches'

const CHECK = 'text that steers a terminal'
const MOST_NAMED = 20
const BATCH = 1000

/** Control characters except tab and line breaks, Unicode line separators, and bidirectional marks. */
const STEERING = String.raw`[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]`

/** The same in PostgreSQL's JSON text, where controls are escaped and backslashes doubled. */
const STEERING_JSON = String.raw`${STEERING}|(?<!\\)(?:\\\\)*\\(?:[bf]|u00(?:0[1-7bef]|1[0-9a-f]))`

const PLAIN_TABLES = [
  'clicks',
  'ledger_accounts',
  'ledger_transfers',
  'otp_challenges',
  'rate_limits',
  'sessions',
]

interface SteeringText {
  row: string
  column: string
  value: string
}

export async function findSteeringTexts(): Promise<Defect[]> {
  const found: SteeringText[] = []
  let count = await findInColumns(found)
  for await (const one of findInDestinations()) {
    count++
    if (found.length < MOST_NAMED) found.push(one)
  }
  const findings = found.map(({ row, column, value }) => ({
    subject: `${row}, ${column}`,
    detail: escapeText(truncate(value, 120)),
  }))
  return toDefects(CHECK, 'ask its owner to save it again; fail a withdrawal that has it', findings, count)
}

async function findInColumns(found: SteeringText[]): Promise<number> {
  const columns = await db.execute<{ table: string; column: string; type: string; key: string }>(sql`
    SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type,
           (SELECT string_agg(format('%I::text', a.attname), ' || '','' || ')
              FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
             WHERE i.indisprimary AND i.indrelid = format('public.%I', c.table_name)::regclass) AS key
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb')
       AND c.table_name NOT IN ${PLAIN_TABLES}
     ORDER BY 1, 2`)
  const parts = columns.map(
    ({ table, column, type, key }) => sql`
      SELECT ${table}::text || ' ' || ${sql.raw(key)} AS row, ${column}::text AS column, ${sql.identifier(column)}::text AS value
        FROM ${sql.identifier(table)}
       WHERE ${sql.identifier(column)}::text ~ ${type === 'jsonb' ? STEERING_JSON : STEERING}`,
  )
  const rows = await db.execute<SteeringText & Record<string, unknown> & { count: number }>(sql`
    SELECT *, count(*) OVER ()::int AS count FROM (${sql.join(parts, sql` UNION ALL `)}) AS found
     LIMIT ${MOST_NAMED}`)
  found.push(...rows)
  return rows[0]?.count ?? 0
}

/** Skips rows that cannot be decrypted, because other checks report them. */
async function* findInDestinations(): AsyncGenerator<SteeringText> {
  const owners = readBatches<{ id: number }>(BATCH, 0, (after) =>
    db
      .select({ id: bankDetails.user_id })
      .from(bankDetails)
      .where(gt(bankDetails.user_id, after))
      .orderBy(asc(bankDetails.user_id))
      .limit(BATCH),
  )
  for await (const { id } of owners) yield* findProblems(`bank_details ${id}`, await tryBankDetails(id))
  const toBanks = readBatches<Withdrawal>(BATCH, 0, (after) =>
    db
      .select()
      .from(withdrawals)
      .where(and(gt(withdrawals.id, after), eq(withdrawals.method, 'bank')))
      .orderBy(asc(withdrawals.id))
      .limit(BATCH),
  )
  for await (const withdrawal of toBanks)
    yield* findProblems(`withdrawals ${withdrawal.id}`, tryDestination(withdrawal) ?? {})
}

async function tryBankDetails(id: number): Promise<Record<string, string>> {
  try {
    const found = await findPayoutDestination(db, id, 'bank')
    return found ? (JSON.parse(found.details) as Record<string, string>) : {}
  } catch {
    return {}
  }
}

const NAMES = ['acc_holder_name', 'bank_name'] as const

function* findProblems(row: string, details: Record<string, string>): Generator<SteeringText> {
  for (const name of NAMES) {
    const value = details[name]
    if (value !== undefined && !bankSchema.shape[name].safeParse(value).success)
      yield { row, column: name, value }
  }
}
