import { and, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import type { Page, Period } from '~/platform/db/period.server'
import { paise, parsePaise, type Paise } from '~/platform/formats/money'
import { CORRECTED } from './closed-months.server'
import { CHART, type AccountClass } from '~/domain/wallet/ledger'

export interface AccountLine {
  code: string
  name: string
  class: AccountClass | null
  side: 'debit' | 'credit'
  opening: Paise
  debits: Paise
  credits: Paise
  closing: Paise
}

type Sums = {
  code: string
  side: 'debit' | 'credit'
  debits_before: string
  credits_before: string
  debits: string
  credits: string
}

export async function readAccounts({ from, before }: Period): Promise<AccountLine[]> {
  const at = (instant: Date | undefined, otherwise: string) =>
    sql`${instant?.toISOString() ?? otherwise}::timestamptz`
  const sumSide = (side: 'debit' | 'credit') => sql`
    SELECT ${sql.identifier(`${side}_account`)} AS id,
           coalesce(sum(amount_paise) FILTER (WHERE created_at < ${at(from, '-infinity')}), 0) AS before,
           coalesce(sum(amount_paise) FILTER (WHERE created_at >= ${at(from, '-infinity')}), 0) AS within
      FROM ledger_transfers WHERE created_at < ${at(before, 'infinity')} GROUP BY 1`
  const rows = await db.execute<Sums>(sql`
    SELECT a.code, min(a.normal_side) AS side,
           coalesce(sum(d.before), 0) AS debits_before, coalesce(sum(c.before), 0) AS credits_before,
           coalesce(sum(d.within), 0) AS debits, coalesce(sum(c.within), 0) AS credits
      FROM ledger_accounts a
      LEFT JOIN (${sumSide('debit')}) d ON d.id = a.id
      LEFT JOIN (${sumSide('credit')}) c ON c.id = a.id
     GROUP BY a.code`)
  const found = new Map(rows.map((row) => [row.code, row]))
  const inChart = Object.keys(CHART)
  const others = rows.map(({ code }) => code).filter((code) => !inChart.includes(code))
  return [...inChart, ...others.sort()].map((code) => toAccountLine(code, found.get(code)))
}

function toAccountLine(code: string, row: Sums | undefined): AccountLine {
  const entry = Object.hasOwn(CHART, code) ? CHART[code as keyof typeof CHART] : null
  const side = entry?.side ?? row!.side
  const balance = (debits: bigint, credits: bigint) =>
    paise(side === 'debit' ? debits - credits : credits - debits)
  const [debits, credits] = [BigInt(row?.debits ?? 0), BigInt(row?.credits ?? 0)]
  const opening = balance(BigInt(row?.debits_before ?? 0), BigInt(row?.credits_before ?? 0))
  return {
    code,
    name: entry?.name ?? 'not in the chart',
    class: entry?.class ?? null,
    side,
    opening,
    debits: paise(debits),
    credits: paise(credits),
    closing: paise(opening + balance(debits, credits)),
  }
}

export interface JournalEntry {
  id: string
  at: Date
  reference: string
  kind: string
  debit: string
  credit: string
  amount: Paise
  corrects: string | null
}

const CAUSES = {
  sale: 'conversion',
  withdrawal: 'withdrawal',
  adjustment: 'adjustment',
  settlement: 'settlement',
} as const
type Cause = keyof typeof CAUSES

export interface JournalFilter extends Period, Partial<Record<Cause, number | undefined>> {
  account?: string | undefined
}

type EntryRow = Omit<JournalEntry, 'at' | 'amount'> & { at: string; amount: string }

const owned = (side: string) =>
  sql.raw(`${side}.code || CASE ${side}.user_id WHEN 0 THEN '' ELSE ' of ' || ${side}.user_id END`)

export async function listJournal(
  { from, before, account, ...causes }: JournalFilter,
  { limit, after = 0 }: Page,
): Promise<JournalEntry[]> {
  const conditions = and(
    sql`t.id > ${after}::bigint`,
    from && sql`t.created_at >= ${from.toISOString()}::timestamptz`,
    before && sql`t.created_at < ${before.toISOString()}::timestamptz`,
    ...(Object.keys(CAUSES) as Cause[]).map((cause) => {
      const id = causes[cause]
      return id === undefined ? undefined : sql`t.ref_type = ${CAUSES[cause]} AND t.ref_id = ${id}`
    }),
    account === undefined ? undefined : sql`${account} IN (d.code, c.code)`,
  )
  const rows = await db.execute<EntryRow>(sql`
    SELECT t.id, t.created_at AS at, t.reference, t.kind, ${owned('d')} AS debit, ${owned('c')} AS credit,
           t.amount_paise AS amount, ${CORRECTED} AS corrects
      FROM ledger_transfers t
      JOIN ledger_accounts d ON d.id = t.debit_account
      JOIN ledger_accounts c ON c.id = t.credit_account
     WHERE ${conditions}
     ORDER BY t.id LIMIT ${limit}`)
  return rows.map(({ at, amount, ...entry }) => ({
    ...entry,
    at: new Date(at),
    amount: parsePaise(amount),
  }))
}
