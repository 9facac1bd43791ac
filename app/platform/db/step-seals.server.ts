/**
 * Seals of row_steps, which SQL alone cannot make. The application gives each transaction that writes its own key, derived from
 * INDEX_KEY and a random name; the trigger of row_steps seals with it, and the audit derives the key again.
 */
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type postgres from 'postgres'
import { env } from '~/platform/config/env.server'
import type { Reader } from './client.server'

export interface RowStep {
  id: string
  table_name: string
  row_id: string
  digest: string | null
  /** In microseconds since 1970. */
  made_at: string
  seal: string | null
}

let root: { of: string; secret: Buffer } | undefined

/** Null: there is no key, as for a migration without the application's environment. */
function findRoot(): Buffer | null {
  const key = env().INDEX_KEY ?? env().DATA_KEY
  if (!key) return null
  if (root?.of !== key)
    root = {
      of: key,
      secret: Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), 'dealdwaar', 'row step', 32)),
    }
  return root.secret
}

const deriveKey = (secret: Buffer, name: string) => createHmac('sha256', secret).update(name).digest()

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

export interface StepSeal {
  /** Of the transaction. */
  name: string
  /** The newest line of the operator log at that time; 0: none. */
  newestCommand: string
}

/** Null: the step has no seal, or not the one that the application made for it. */
export function readStepSeal(step: RowStep): StepSeal | null {
  const secret = findRoot()
  const [name, newestCommand, mac] = step.seal?.split('.') ?? []
  if (!secret || !name || !newestCommand || !mac) return null
  return computeMac(deriveKey(secret, name), step, newestCommand) === mac ? { name, newestCommand } : null
}

const computeMac = (
  key: Buffer,
  { id, table_name, row_id, digest, made_at }: RowStep,
  newestCommand: string,
) =>
  sha256(key, sha256(key, [id, table_name, row_id, digest ?? '', made_at, newestCommand].join('|'))).toString(
    'hex',
  )

/** Seals the steps whose seal is not right, as if the application had written them: for the demo's past, whose times are moved, and tests. */
export async function renewSeals(tx: Pick<Reader, 'execute'>): Promise<void> {
  const secret = findRoot()
  if (!secret) return
  const steps = await tx.execute<RowStep & Record<string, unknown>>(sql`
    SELECT id::text AS id, table_name, row_id, digest::text AS digest, seal,
           (extract(epoch FROM made_at) * 1000000)::bigint::text AS made_at FROM row_steps`)
  const renewed = steps
    .filter((step) => !readStepSeal(step))
    .map((step) => {
      const name = `t${step.made_at}`
      return { id: step.id, seal: `${name}.0.${computeMac(deriveKey(secret, name), step, '0')}` }
    })
  await tx.execute(sql`
    UPDATE row_steps s SET seal = r.seal
      FROM json_to_recordset(${JSON.stringify(renewed)}::text::json) AS r (id bigint, seal text)
     WHERE s.id = r.id`)
}

/** Not a query: a transaction can still set its isolation level. */
function buildKeyStatement(): string | null {
  const secret = findRoot()
  if (!secret) return null
  const name = randomBytes(12).toString('hex')
  return `SET LOCAL dealdwaar.step_key = '${name}.${deriveKey(secret, name).toString('hex')}'`
}

/** Each transaction of this client seals its steps. */
export function sealTransactions(client: postgres.Sql): void {
  const begin = client.begin.bind(client)
  client.begin = ((work: (tx: postgres.TransactionSql) => unknown) =>
    begin((tx) => {
      const statement = buildKeyStatement()
      // Sent together with the first statement of the work. If it fails, the transaction fails.
      if (statement)
        tx.unsafe(statement)
          .execute()
          .catch(() => {})
      return work(tx)
    })) as typeof client.begin
}

const WRITES = /^\s*(?:with|insert|update|delete)\b/i

/** Tables with digests, and those whose triggers or foreign keys write to them. */
export const DIGESTED = [
  'accepted_steps',
  'adjustments',
  'allowed_links',
  'approvals',
  'bank_details',
  'bank_entries',
  'brands',
  'campaigns',
  'claims',
  'clicks',
  'conversions',
  'departures',
  'desk_access',
  'desk_recovery_codes',
  'desk_sessions',
  'flash_sales',
  'held_money',
  'hold_steps',
  'manual_credits',
  'month_corrections',
  'network_invoices',
  'network_settlement_items',
  'network_settlements',
  'number_changes',
  'operator_log',
  'operator_log_rows',
  'operators',
  'otp_challenges',
  'payout_batch_items',
  'payout_batches',
  'payout_conflicts',
  'payout_events',
  'payout_orders',
  'period_closes',
  'planned_rates',
  'postback_inbox',
  'sessions',
  'settings',
  'settlement_references',
  'signal_members',
  'signals',
  'upi_details',
  'users',
  'withdrawals',
] as const

const TO_DIGESTED = new RegExp(
  `\\b(?:insert into|update|delete from)\\s+"?(?:${DIGESTED.join('|')}|row_steps)"?(?![\\w"])`,
  'i',
)

/** Whether a statement by itself needs a transaction, so that its steps are sealed. */
const leavesSteps = (query: string) => WRITES.test(query) && TO_DIGESTED.test(query)

/** Single statements that leave steps become transactions. Call it after sealTransactions(). */
export function sealStatements(client: postgres.Sql): void {
  const unsafe = client.unsafe.bind(client)
  const run = (query: string, values: Values, options: Options) => {
    let isRaw = false
    const rows = Promise.resolve().then(() =>
      client.begin((tx) => {
        const pending = tx.unsafe(query, values, options)
        return isRaw ? pending.values() : pending
      }),
    )
    // Like the driver's, whose values() is called at once.
    return Object.assign(rows, {
      values() {
        isRaw = true
        return rows
      },
    })
  }
  client.unsafe = ((query, values, options) =>
    leavesSteps(query) ? run(query, values, options) : unsafe(query, values, options)) as typeof client.unsafe
}

type Values = Parameters<postgres.Sql['unsafe']>[1]
type Options = Parameters<postgres.Sql['unsafe']>[2]
