/** What should be settled before a month is closed. Nothing here keeps anybody from closing it. */
import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { NETWORK_NAMES } from '~/platform/config/networks'
import {
  endOfMonth,
  firstDayOfMonth,
  lastDayOfMonth,
  monthNow,
  nextMonth,
  previousMonth,
  startOfMonth,
} from '~/platform/formats/months'
import { paise, type Paise } from '~/platform/formats/money'
import { listNotAtBank } from './bank.server'
import { CLOSED_TABLES, listCloses, type Ends } from './closed-months.server'
import { readLastAudit } from './last-audit.server'
import { readGst, readMonthDebits, readTds, type Extent } from './months/figures.server'
import { readReceivables } from './open-commission.server'

/** 'look': it may stay as it is, which a person decides. */
export type CheckState = 'done' | 'open' | 'look'

export type CheckName =
  | 'over'
  | 'earlier'
  | 'quarantine'
  | 'applied'
  | 'statement'
  | 'bank'
  | 'outcomes'
  | 'invoices'
  | 'advances'
  | 'claims'
  | 'audit'

export interface MonthCheck {
  name: CheckName
  state: CheckState
  count: number
  /** Null: it is about no sum. */
  amount: Paise | null
  /** Of 'statement'. */
  network?: string
  /** When it was last done, of 'statement' and 'audit'. */
  at?: Date | null
  by?: string
  /** Of 'earlier': the month that is to be closed before. */
  month?: string
  isClosed?: boolean
}

/** The next one to close; before the first close, the last month that has ended. */
export async function findMonthToClose(reader: Reader): Promise<string> {
  const last = (await listCloses(reader)).at(-1)
  return last ? nextMonth(last.month) : previousMonth(monthNow())
}

export async function readMonthChecks(reader: Reader, month: string): Promise<MonthCheck[]> {
  const [counts, statements, unseen, receivables, audit, closes] = await Promise.all([
    readCounts(reader, month),
    readStatements(reader, month),
    listNotAtBank(reader, { first: firstDayOfMonth(month), last: lastDayOfMonth(month) }),
    readReceivables(reader, new Date()),
    readLastAudit(),
    listCloses(reader),
  ])
  const last = closes.at(-1)
  const isClosed = last !== undefined && month <= last.month
  const wanted = last && !isClosed ? nextMonth(last.month) : month
  const advances = receivables.filter(({ advance }) => advance !== 0n)
  const isAudited = audit !== null && audit.at >= endOfMonth(month)
  return [
    check('over', month < monthNow() ? 'done' : 'open'),
    { ...check('earlier', wanted === month ? 'done' : 'open'), month: wanted, isClosed },
    check('quarantine', counts.quarantined ? 'open' : 'done', counts.quarantined),
    check('applied', counts.unapplied ? 'open' : 'done', counts.unapplied),
    ...statements,
    check('bank', unseen.length ? 'open' : 'done', unseen.length, sum(unseen.map(({ amount }) => amount))),
    check('outcomes', counts.undecided ? 'open' : 'done', counts.undecided),
    check('invoices', counts.invoices ? 'look' : 'done', counts.invoices, paise(BigInt(counts.invoiced))),
    check(
      'advances',
      advances.length ? 'look' : 'done',
      advances.length,
      sum(advances.map((one) => one.advance)),
    ),
    check('claims', counts.unreported ? 'look' : 'done', counts.unreported),
    {
      ...check(
        'audit',
        isAudited && audit.result.defects === 0 ? 'done' : 'open',
        isAudited ? audit.result.defects : 0,
      ),
      at: audit?.at ?? null,
    },
  ]
}

const check = (name: CheckName, state: CheckState, count = 0, amount: Paise | null = null): MonthCheck => ({
  name,
  state,
  count,
  amount,
})

const sum = (amounts: readonly bigint[]): Paise => paise(amounts.reduce((all, one) => all + one, 0n))

type Counts = Record<'quarantined' | 'unapplied' | 'undecided' | 'invoices' | 'unreported', number> & {
  invoiced: string
}

async function readCounts(reader: Reader, month: string): Promise<Counts> {
  const end = sql`${endOfMonth(month).toISOString()}::timestamptz`
  const [row] = await reader.execute<Counts>(sql`
    SELECT (SELECT count(*)::int FROM postback_inbox
             WHERE outcome = 'quarantined' AND resolved_at IS NULL AND received_at < ${end}) AS quarantined,
           (SELECT count(*)::int FROM postback_inbox WHERE processed_at IS NULL AND received_at < ${end}) AS unapplied,
           (SELECT count(*)::int FROM withdrawals WHERE status = 'unknown' AND created_at < ${end})
             + (SELECT count(*)::int FROM payout_conflicts WHERE resolved_at IS NULL AND found_at < ${end}) AS undecided,
           (SELECT count(*)::int FROM claims WHERE state = 'credited' AND awaits_report AND ended_at < ${end}) AS unreported,
           unpaid.invoices, unpaid.invoiced
      FROM (SELECT count(*)::int AS invoices, coalesce(sum(i.commission_paise + i.gst_paise), 0)::text AS invoiced
              FROM network_invoices i
             WHERE i.cancels IS NULL AND i.invoiced_on <= ${lastDayOfMonth(month)}::date
               AND NOT EXISTS (SELECT 1 FROM network_invoices c WHERE c.cancels = i.id)
               AND i.gst_paise > (SELECT coalesce(sum(s.gst_paise), 0) FROM network_settlements s
                                   WHERE s.network = i.network AND s.invoice = i.number)) unpaid`)
  return row!
}

/** Of each network with a sale in the month: whether its report was compared or imported since the month ended. */
async function readStatements(reader: Reader, month: string): Promise<MonthCheck[]> {
  const start = startOfMonth(month).toISOString()
  const end = endOfMonth(month).toISOString()
  const rows = await reader.execute<{
    network: string
    sales: number
    at: string | null
    by: string | null
  }>(sql`
    SELECT sold.network, sold.sales, compared.at, compared.by
      FROM (SELECT network, count(*)::int AS sales FROM conversions
             WHERE created_at >= ${start}::timestamptz AND created_at < ${end}::timestamptz GROUP BY network) sold
      LEFT JOIN LATERAL (
        SELECT started_at AS at, os_user AS by FROM operator_log
         WHERE started_at >= ${end}::timestamptz AND outcome IN ('done', 'partly')
           AND (command LIKE 'networks statement ' || sold.network || ' %'
                OR command LIKE 'conversions reconcile ' || sold.network || ' %')
         ORDER BY id DESC LIMIT 1) compared ON true
     ORDER BY sold.network`)
  return rows
    .filter(({ network }) => (NETWORK_NAMES as readonly string[]).includes(network))
    .map(({ network, sales, at, by }) => ({
      ...check('statement', at === null ? 'open' : 'done', sales),
      network,
      at: at === null ? null : new Date(at),
      ...(by !== null && { by }),
    }))
}

/** Of an open month, as if it were closed now. */
export async function readExtent(reader: Reader, month: string): Promise<Extent> {
  const closes = await listCloses(reader)
  const closed = closes.find((close) => close.month === month)
  const isFirst = closes.length === 0
  const ends = closed?.ends ?? { ...(await readNewest(reader)), ...(isFirst && { has_earlier_gst: true }) }
  return { month, ends }
}

export interface MonthPreview {
  /** Of the accountant's files as they would be now, in paise. */
  gst: Paise
  tds: Paise
  tdsOfQuarter: Paise
  debits: Paise
}

/** What the files say; of an open month, if it were closed now. */
export async function previewMonth(reader: Reader, month: string): Promise<MonthPreview> {
  const extent = await readExtent(reader, month)
  const [debits, gst, tds] = await Promise.all([
    readMonthDebits(reader, extent),
    readGst(reader, extent),
    readTds(reader, extent),
  ])
  return {
    gst: sum(gst.map((row) => BigInt(row.gst))),
    tds: sum(tds.map((row) => BigInt(row.month))),
    tdsOfQuarter: sum(tds.map((row) => BigInt(row.quarter))),
    debits: paise(debits),
  }
}

export async function readNewest(reader: Reader): Promise<Ends> {
  const newest = CLOSED_TABLES.map((name) => `(SELECT coalesce(max(id), 0) FROM ${name})::text AS ${name}`)
  const [ends] = await reader.execute<Ends>(sql.raw(`SELECT ${newest.join(', ')}`))
  return ends!
}
